import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/db/embedded-postgres.ts'
import { makeBankFolder } from './bank-folder.ts'

type StartReport = { postgresPid: number; connection: EmbeddedConnection; error?: string }
/** A server in its own process, which tests can kill. */
export type ServerProcess = { process: ChildProcess; report: StartReport; nextLine: () => Promise<string | undefined> }

export const posix = process.platform !== 'win32'
export const isRoot = process.getuid?.() === 0
export const quiet = { info: () => {}, warn: () => {} }
export const HOLD_POSTGRES = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url))

/** A new DATA_DIR for each test, and one with a database, because creating a database takes seconds. */
export function dataFoldersForTests() {
  const cleanUp: Array<() => unknown> = []
  let made = ''
  let fresh = ''

  beforeAll(async () => {
    made = await makeBankFolder()
  })
  afterAll(() => rm(made, { recursive: true, force: true }))
  beforeEach(async () => {
    const folder = await newFolder()
    fresh = folder
    cleanUp.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  })
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })

  return {
    cleanUp,
    get fresh() {
      return fresh
    },
    get made() {
      return made
    },
    async start(dataDir: string): Promise<EmbeddedPostgres> {
      const database = await startEmbeddedPostgres({ dataDir, log: quiet })
      cleanUp.push(database.stop)
      return database
    },
    /** `through`: a program that starts it, for example with fewer rights. */
    async startServerProcess(dataDir: string, through: string[] = []): Promise<ServerProcess> {
      const [program = '', ...args] = [...through, process.execPath, HOLD_POSTGRES, dataDir]
      const child = spawn(program, args, {
        stdio: ['pipe', 'pipe', 'inherit'],
        detached: true,
      })
      let postgresPid: number | undefined
      // Whatever happens, no test leaves a PostgreSQL behind. The server first: it would start it again.
      cleanUp.push(async () => {
        if (child.kill('SIGKILL')) await once(child, 'exit')
        if (postgresPid && (await isRunning(postgresPid))) process.kill(postgresPid, 'SIGKILL')
      })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const nextLine = async () => (await lines.next()).value
      const report: StartReport = JSON.parse((await nextLine()) ?? '{}')
      postgresPid = report.postgresPid
      return { process: child, report, nextLine }
    },
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(folder, 0o711)
  return folder
}

export async function killHard(server: ServerProcess): Promise<void> {
  server.process.kill('SIGKILL')
  await once(server.process, 'exit')
}

/** False for a zombie process, too. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}
