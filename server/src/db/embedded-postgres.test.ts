import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartError } from '#server/start-error.ts'
import { postgres } from './driver.ts'
import { attachOrStart, type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres.ts'

type Said = { postgresPid: number; connection: EmbeddedConnection; error?: string }
type Server = { process: ChildProcess; said: Said; nextLine: () => Promise<string | undefined> }

const posix = process.platform !== 'win32'
const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const KEEP_SOMETHING = 'drop table if exists kept; create table kept as select 42 as answer'
const quiet = { info: () => {}, warn: () => {} }

let dataDir: string
let made: string
const cleanUp: Array<() => unknown> = []

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(made, 0o711)
  await (await startEmbeddedPostgres({ dataDir: made, log: quiet })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(fresh, 0o711)
  cleanUp.push(() => rm(fresh, { recursive: true, force: true, maxRetries: 5 }))
  dataDir = fresh
})
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

/** Making a database takes most of a second; these tests are about one that is there. */
function useMadeDatabase() {
  dataDir = made
}

async function start(folder = dataDir) {
  const database = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  cleanUp.push(database.stop)
  return database
}

/** A server in a process of its own, to be killed. */
async function startServer(folder = dataDir): Promise<Server> {
  const script = new URL('../../test/hold-postgres.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  let postgresPid: number | undefined
  // Whatever happens, no test leaves a PostgreSQL behind. The server first: it would start it again.
  cleanUp.push(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
    if (postgresPid) killIfAlive(postgresPid)
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  const said: Said = JSON.parse((await nextLine()) ?? '{}')
  postgresPid = said.postgresPid
  return { process: child, said, nextLine }
}

async function killHard(server: Server) {
  server.process.kill('SIGKILL')
  await once(server.process, 'exit')
}

function killIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** Gone, or dead and only not yet collected by whoever adopted it. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return status !== '' && !/\) Z /.test(status)
}

async function query<T extends object>(connection: EmbeddedConnection, statement: string): Promise<T[]> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} } as object)
  try {
    return [...(await sql.unsafe<T[]>(statement))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

describe('a database that lasts', () => {
  test('is durable, checked, in UTF-8, and not on the network', async () => {
    const { connection } = await start()
    const settings = await query<{ name: string; setting: string }>(
      connection,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: posix ? '' : '127.0.0.1',
      server_encoding: 'UTF8',
    })
    expect(await query(connection, `select upper('zürich') as city`)).toEqual([{ city: 'ZÜRICH' }])
    if (posix) expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  })

  test('keeps its data over a restart', async () => {
    const first = await start()
    await query(first.connection, KEEP_SOMETHING)
    await first.stop()

    const second = await start()
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

describe('when the server is killed', () => {
  test('the orphaned PostgreSQL is stopped, and everything committed is there', async () => {
    useMadeDatabase()
    const server = await startServer()
    const { connection, postgresPid } = server.said
    await query(connection, KEEP_SOMETHING)
    await killHard(server)
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }])

    const warned: string[] = []
    const log = { info: () => {}, warn: (line: string) => warned.push(line) }
    const next = await startEmbeddedPostgres({ dataDir, log })
    cleanUp.push(next.stop)
    expect(warned.join()).toContain(`process ${postgresPid}`)
    expect(next.pid).not.toBe(postgresPid)
    expect(await isRunning(postgresPid)).toBe(false)
    expect(await query(next.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('together with its PostgreSQL, in the middle of work, the next start recovers', async () => {
    useMadeDatabase()
    const server = await startServer()
    const { connection, postgresPid } = server.said
    await query(connection, KEEP_SOMETHING)
    const busy = query(connection, 'insert into kept select pg_sleep(0)::text::int from generate_series(1, 1000000)')
    busy.catch(() => {})
    await sleep(30)
    process.kill(postgresPid, 'SIGKILL')
    await killHard(server)

    const next = await start()
    expect(await query(next.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test.runIf(posix)('a stale file that names somebody else’s process stops nobody and hinders nothing', async () => {
    useMadeDatabase()
    const server = await startServer()
    const { connection, postgresPid } = server.said
    process.kill(postgresPid, 'SIGKILL')
    await killHard(server)
    // The worst case: the process id was given to a living process of PostgreSQL's own user.
    const bystander = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
    cleanUp.push(() => bystander.kill())
    for (const file of [join(dataDir, 'postgres/postmaster.pid'), join(connection.host, '.s.PGSQL.5432.lock')]) {
      const lines = (await readFile(file, 'utf8')).split('\n')
      await writeFile(file, [bystander.pid, ...lines.slice(1)].join('\n'))
    }

    await start()
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  })

  test.runIf(posix)('during its first start, the half-made database is made again', async () => {
    const server = spawn(process.execPath, [new URL('../../test/hold-postgres.ts', import.meta.url).pathname, dataDir])
    await vi.waitUntil(async () => (await readdir(dataDir)).some((name) => name.includes('.making-')), {
      interval: 5,
      timeout: 20_000,
    })
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(await readdir(dataDir)).not.toContain('postgres')

    const { connection } = await start()
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).filter((name) => name.includes('.making-'))).toEqual([])
  })
})

describe('when PostgreSQL is killed', () => {
  test('it is started again, on the same socket and with its data, each time', async () => {
    useMadeDatabase()
    const database = await start()
    await query(database.connection, KEEP_SOMETHING)
    for (const _ of [1, 2, 3]) {
      const before = database.pid
      process.kill(before ?? 0, 'SIGKILL')
      await vi.waitFor(
        async () => {
          expect(database.pid).not.toBe(before)
          expect(await query(database.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
        },
        { timeout: 25_000, interval: 20 },
      )
    }
  })

  test('a stop in that very moment leaves nothing running', async () => {
    useMadeDatabase()
    // Before, while and after it is started again, some 50 ms later.
    for (const momentMs of [5, 48, 50, 52, 54, 56, 60]) {
      const database = await start()
      process.kill(database.pid ?? 0, 'SIGKILL')
      await sleep(momentMs)
      await database.stop()
      await sleep(30)
      expect(database.pid).toBeUndefined()
      await expect(query(database.connection, 'select 1')).rejects.toThrow()
    }
  })
})

describe('two servers', () => {
  test('on one folder: the second is told which process has it', async () => {
    useMadeDatabase()
    const server = await startServer()
    const attempt = startEmbeddedPostgres({ dataDir, log: quiet })
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another running server (process ${server.process.pid}).`,
    )
    expect(await query(server.said.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('started at the same moment after a crash: exactly one gets it', async () => {
    useMadeDatabase()
    const killed = await startServer()
    await killHard(killed)
    const servers = await Promise.all([startServer(), startServer(), startServer()])
    const errors = servers.map(({ said }) => said.error).filter(Boolean)
    expect(errors).toHaveLength(2)
    for (const error of errors) expect(error).toContain('is in use by another running server')
  })
})

describe.runIf(posix)('the process', () => {
  test('Ctrl-C reaches the server but not PostgreSQL, so that requests can still be answered', async () => {
    useMadeDatabase()
    const server = await startServer()
    process.kill(-(server.process.pid ?? 0), 'SIGINT')
    expect(await server.nextLine()).toBe('{"interrupted":true}')
    await sleep(200)
    expect(await isRunning(server.said.postgresPid)).toBe(true)
    expect(await query(server.said.connection, 'select 1 as one')).toEqual([{ one: 1 }])

    server.process.stdin?.write('stop\n')
    await once(server.process, 'exit')
    expect(await isRunning(server.said.postgresPid)).toBe(false)
  })

  test('that ends without stopping PostgreSQL takes it along', async () => {
    useMadeDatabase()
    const server = await startServer()
    server.process.stdin?.write('exit\n')
    await once(server.process, 'exit')
    await vi.waitUntil(async () => !(await isRunning(server.said.postgresPid)), { timeout: 20_000 })
  })
})

describe('a folder', () => {
  test('that can’t be written is one clear line', async () => {
    await writeFile(join(dataDir, 'file'), '')
    const attempt = start(join(dataDir, 'file/below'))
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(/^DATA_DIR .*below can't be written \(ENOTDIR: not a directory\)\.$/)
  })

  test('with a damaged database is refused, not replaced', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres/precious'), 'data')
    await expect(start()).rejects.toThrow(/not a whole PostgreSQL database/)
    expect(await readFile(join(dataDir, 'postgres/precious'), 'utf8')).toBe('data')
  })

  test('with a database of another version is refused', async () => {
    useMadeDatabase()
    const versionFile = join(dataDir, 'postgres/PG_VERSION')
    const version = await readFile(versionFile)
    await writeFile(versionFile, '15\n')
    cleanUp.push(() => writeFile(versionFile, version))
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 15/)
  })

  test.runIf(posix)('with a path too long for a socket works, and finds its socket again', async () => {
    const long = join(dataDir, 'x'.repeat(100))
    const first = await start(long)
    cleanUp.push(() => rm(join(first.connection.host, '..'), { recursive: true }))
    expect(first.connection.host.startsWith(long)).toBe(false)
    await first.stop()
    expect((await start(long)).connection.host).toBe(first.connection.host)
  })

  test.runIf(isRoot && process.platform === 'linux')('that only root can enter works too', async () => {
    await chmod(dataDir, 0o700)
    const first = await start()
    cleanUp.push(() => rm(join(first.connection.host, '..'), { recursive: true }))
    await query(first.connection, KEEP_SOMETHING)
    expect(await readlink(`/proc/${first.pid}/cwd`)).toBe(join(dataDir, 'postgres'))
    await first.stop()
    const second = await start()
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

describe('a tool beside the bank', () => {
  test('uses the running database and leaves it running', async () => {
    useMadeDatabase()
    const server = await startServer()
    const tool = await attachOrStart({ dataDir, log: quiet })
    expect(tool).toMatchObject({ attached: true, connection: server.said.connection })
    await tool.stop()
    expect(await query(server.said.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts a stopped one, and stops it again', async () => {
    useMadeDatabase()
    const tool = await attachOrStart({ dataDir, log: quiet, mustExist: true })
    expect(tool.attached).toBe(false)
    expect(await query(tool.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await tool.stop()
    await expect(query(tool.connection, 'select 1')).rejects.toThrow()
  })

  test('makes no bank where there is none', async () => {
    await expect(attachOrStart({ dataDir, log: quiet, mustExist: true })).rejects.toThrow(/There is no bank in/)
    expect(await readdir(dataDir)).toEqual([])
  })
})
