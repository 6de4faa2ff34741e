/** Starts the bank as a process, as an operator does: for journeys, benchmarks and campaigns. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Role } from '#contract/permissions.ts'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { compileCache } from '../../scripts/setup.mjs'
import type { EmbeddedConnection } from '../src/platform/db/embedded-postgres.ts'
import { runStatement } from '../src/platform/db/run-statement.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const START_WITHIN_MS = 150_000
/** Output beyond this is discarded: the address comes early. */
const MAX_OUTPUT = 100_000
/** A server that has read a session takes it from its cache for less than this, except where the ledger checks it again. */
const CACHED_FOR_MS = 1_000

type Program = {
  /** The environment, apart from PATH and the compile cache. */
  env: Record<string, string>
  /** More flags for Node, after those of `npm start`. */
  flags?: readonly string[]
  program?: string
  stdio?: StdioOptions
}

export function spawnBank({ env, flags = [], program = MAIN, stdio = ['ignore', 'pipe', 'pipe'] }: Program) {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...flags, program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: '0', ENV_FILE: 'off', ...env },
    stdio,
  })
  // Stops the bank when this program exits. Not with SIGKILL: the bank has to stop its PostgreSQL.
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  return child
}

/** The first URL outside of the JSON log lines. */
export function addressIn(output: string): string | undefined {
  return /http:\/\/[\w.:[\]]+/.exec(output.replace(/^\{.*$/gm, ''))?.[0]
}

/** Resolves with the address that the bank prints; rejects with its output when it exits or prints none in time. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => {
      clearTimeout(timer)
      reject(new Error(`The bank ${reason}:\n${output}`))
    }
    const timer = setTimeout(() => fail('did not print its address'), START_WITHIN_MS)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        if (output.length > MAX_OUTPUT) return
        output += bytes
        const address = addressIn(output)
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
    child.once('error', reject)
    // After its streams are closed, so that the output includes the error.
    child.once('close', (code) => fail(`did not start (code ${code})`))
  })
}

export async function stopBank(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit')
}

/** Accessible to other users: as root, PostgreSQL runs as another user. */
export async function makeDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `openteller-${name}-`))
  await chmod(folder, 0o711)
  return folder
}

/** The connection that the bank running in this folder stored there. */
export async function connectionIn(dataDir: string): Promise<EmbeddedConnection> {
  return JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')).connection
}

/** Like a first administrator: given by no one. With four eyes on, a bank has no other way to a second one at once. */
export async function giveRole(dataDir: string, personId: string, role: Role): Promise<void> {
  const statement = `update people set role = '${role}', status = 'Active' where id = '${personId}'`
  await runStatement(await connectionIn(dataDir), statement)
}

/** As if the person had logged in long ago: sensitive calls need a confirmation. */
export async function ageSessions(dataDir: string, personId: string): Promise<void> {
  const statement = `update sessions set fresh_until = created_at where person_id = '${personId}'`
  await runStatement(await connectionIn(dataDir), statement)
  await sleep(CACHED_FOR_MS)
}

/** In the format of DATABASE_URL. */
export function urlOf({ host, port, user, database, password }: EmbeddedConnection): string {
  const secret = password ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

export type OpenBank = { address: string; dataDir: string; pid: number }

/** Runs `work` against a new bank with the demonstration people, and removes it afterwards. */
export async function withBank<Result>(
  work: (bank: OpenBank) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = await makeDataDir('bank')
  const removeOnExit = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', removeOnExit)
  const env = { DATA_DIR: dataDir, DEMO: 'on', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...settings }
  const child = spawnBank({ env })
  try {
    return await work({ address: await addressOf(child), dataDir, pid: child.pid ?? 0 })
  } finally {
    await stopBank(child)
    process.off('exit', removeOnExit)
    await rm(dataDir, { recursive: true, force: true })
  }
}
