/** The bank as an operator runs it, a process of its own: for journeys, benchmarks and campaigns, which see it from outside. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../scripts/setup.mjs'
import type { EmbeddedConnection } from '../src/db/embedded-postgres.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const START_WITHIN_MS = 60_000
/** The address comes early, and what a server says all day is not kept. */
const HEARD_AT_MOST = 100_000

/** What `npm start` gives to Node. */
const START_FLAGS = String(readPackage().scripts.start)
  .split(' ')
  .filter((word) => word.startsWith('--'))

function readPackage(): { scripts: { start: string } } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}

type Program = {
  /** The whole environment, but for what every program needs. */
  env: Record<string, string>
  /** For Node, after those of `npm start`. */
  flags?: readonly string[]
  program?: string
  stdio?: StdioOptions
}

export function spawnBank({ env, flags = [], program = MAIN, stdio = ['ignore', 'pipe', 'pipe'] }: Program) {
  const child = spawn(process.execPath, [...START_FLAGS, ...flags, program], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: '0', ...env },
    stdio,
  })
  // Whatever ends this program, its bank does not stay behind. Not with SIGKILL: it has a PostgreSQL to take along.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** The first address that is no part of a line of the log. */
export function addressIn(said: string): string | undefined {
  return /http:\/\/[\w.:[\]]+/.exec(said.replace(/^\{.*$/gm, ''))?.[0]
}

/** Resolves with the address that it says; fails with all that it said when it ends before, or says none in time. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => {
      clearTimeout(giveUp)
      reject(new Error(`The bank ${why}:\n${said}`))
    }
    const giveUp = setTimeout(() => fail('does not say where it listens'), START_WITHIN_MS)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        if (said.length > HEARD_AT_MOST) return
        said += bytes
        const address = addressIn(said)
        if (!address) return
        clearTimeout(giveUp)
        resolve(address)
      })
    child.once('error', reject)
    // Once its streams are closed: its last words say why.
    child.once('close', (code) => fail(`did not start (code ${code})`))
  })
}

export async function stopBank(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit')
}

/** PostgreSQL runs as somebody else when this runs as root, and has to get through. */
export async function makeDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `openteller-${name}-`))
  await chmod(folder, 0o711)
  return folder
}

/** The embedded database of the bank that runs in this folder, as it noted it there. */
export async function connectionIn(dataDir: string): Promise<EmbeddedConnection> {
  return JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')).connection
}

/** As DATABASE_URL wants it. */
export function urlOf({ host, port, user, database, password }: EmbeddedConnection): string {
  const secret = password ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

export type OpenBank = { address: string; dataDir: string; pid: number }

/** Runs `work` against a bank of its own with the demonstration people, and leaves nothing behind. */
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
