import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Connection } from '#server/platform/db/connection.ts'
import { SOCKET_PORT } from '#server/platform/db/embedded/paths.ts'
import { chooseRunAs } from '#server/platform/db/embedded/run-as.ts'
import { runStatement } from '#server/platform/db/run-statement.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
const TOOLS = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/** The folder of the system's PostgreSQL (server and client tools) in Debian's layout; null when there is none. */
export function findSystemPostgres(): string | null {
  if (!existsSync(DEBIAN)) return null
  const folders = readdirSync(DEBIAN)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  return folders.find((folder) => TOOLS.every((tool) => existsSync(join(folder, tool)))) ?? null
}

export type SystemPostgres = {
  connection: Extract<Connection, { host: string }>
  /** Runs a client tool of the same version, connected to this server. */
  tool: (name: 'pg_dump' | 'pg_restore', args: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}

/** A new cluster of the system's PostgreSQL in this folder, with a database for the bank. */
export async function startSystemPostgres(binaries: string, folder: string): Promise<SystemPostgres> {
  const runAs = await chooseRunAs(folder)
  const [cluster, socket] = [join(folder, 'cluster'), join(folder, 'socket')]
  for (const path of [cluster, socket]) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o700)
    if (runAs) await chown(path, runAs.uid, runAs.gid)
  }
  const as = { ...runAs, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } }
  await run(join(binaries, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], as)
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socket}`]
  const child: ChildProcess = spawn(join(binaries, 'postgres'), ['-D', cluster, ...settings], {
    ...as,
    stdio: 'ignore',
  })
  const connection = { host: socket, port: SOCKET_PORT, user: 'postgres', database: 'openteller' }
  const place = ['-h', socket, '-p', String(SOCKET_PORT), '-U', 'postgres']
  await createDatabase(connection, child)
  return {
    connection,
    tool: async (name, args) => void (await run(join(binaries, name), [...place, ...args])),
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function createDatabase(connection: SystemPostgres['connection'], child: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await runStatement({ ...connection, database: 'postgres' }, 'create database openteller')
      return
    } catch (error) {
      if (child.exitCode !== null) throw error
      await sleep(50)
    }
  }
}
