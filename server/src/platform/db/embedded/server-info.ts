import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Connection } from '../connection.ts'
import { pathsIn } from './paths.ts'

export type EmbeddedConnection = Extract<Connection, { host: string }>

/** Written by a running server, for tools that connect to its database. Valid only while the owner lock is held. */
export type ServerInfo = { pid: number; connection: EmbeddedConnection }

export async function writeServerInfo(dataDir: string, info: ServerInfo): Promise<void> {
  const { serverInfo: path } = pathsIn(dataDir)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(info), { mode: 0o600 })
  await rename(draft, path)
}

export async function readServerInfo(dataDir: string): Promise<ServerInfo | null> {
  const text = await readFile(pathsIn(dataDir).serverInfo, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

export async function removeServerInfo(dataDir: string): Promise<void> {
  await rm(pathsIn(dataDir).serverInfo, { force: true })
}
