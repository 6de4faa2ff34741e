import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Connection } from '../connection.ts'
import { placesIn } from './places.ts'

export type EmbeddedConnection = Extract<Connection, { host: string }>

/** What a running server leaves for those who want to reach its database. Believed only while the owner lock is held. */
export type Note = { pid: number; connection: EmbeddedConnection }

export async function writeNote(dataDir: string, note: Note): Promise<void> {
  const { note: path } = placesIn(dataDir)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, path)
}

export async function readNote(dataDir: string): Promise<Note | null> {
  const text = await readFile(placesIn(dataDir).note, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

export async function removeNote(dataDir: string): Promise<void> {
  await rm(placesIn(dataDir).note, { force: true })
}
