import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  dataFoldersForTests,
  HOLD_POSTGRES,
  isRoot,
  isRunning,
  killHard,
  posix,
  quiet,
} from '../../../test/data-folders.ts'
import { stopTimers } from '../../../test/fake-time.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { runStatement } from './run-statement.ts'

const NOBODY = 65534
const SETPRIV = '/usr/bin/setpriv'
const KEEP_SOMETHING = 'drop table if exists kept; create table kept as select 42 as answer'
const folders = dataFoldersForTests()

describe('the embedded database', () => {
  test('is durable, has checksums and UTF-8, and is not on the network', async () => {
    const { connection } = await folders.start(folders.made)
    const settings = await runStatement<{ name: string; setting: string }>(
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
    expect(await runStatement(connection, `select upper('zürich') as city`)).toEqual([{ city: 'ZÜRICH' }])
    if (posix) expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  })

  test('keeps its data across a restart', async () => {
    const first = await folders.start(folders.made)
    await runStatement(first.connection, KEEP_SOMETHING)
    await first.stop()

    const second = await folders.start(folders.made)
    expect(await runStatement(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

describe('when the server is killed', () => {
  test('the orphaned PostgreSQL is stopped, and everything committed is there', async () => {
    const server = await folders.startServerProcess(folders.made)
    const { connection, postgresPid } = server.report
    await runStatement(connection, KEEP_SOMETHING)
    await killHard(server)
    expect(await runStatement(connection, 'select answer from kept')).toEqual([{ answer: 42 }])

    const warned: string[] = []
    const log = { info: () => {}, warn: (line: string) => warned.push(line) }
    const next = await startEmbeddedPostgres({ dataDir: folders.made, log })
    folders.cleanUp.push(next.stop)
    expect(warned.join()).toContain(`process ${postgresPid}`)
    expect(next.pid).not.toBe(postgresPid)
    expect(await isRunning(postgresPid)).toBe(false)
    expect(await runStatement(next.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test.runIf(isRoot && existsSync(SETPRIV))('the orphan is also found by root without CAP_SYS_PTRACE', async () => {
    const server = await folders.startServerProcess(folders.made)
    await runStatement(server.report.connection, KEEP_SOMETHING)
    await killHard(server)

    // The default in containers.
    const without = [SETPRIV, '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
    const next = await folders.startServerProcess(folders.made, without)
    expect(await isRunning(server.report.postgresPid)).toBe(false)
    expect(await isRunning(next.report.postgresPid)).toBe(true)
    expect(await runStatement(next.report.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('an orphan that can’t be identified makes the start fail after a limited wait', async () => {
    const server = await folders.startServerProcess(folders.made)
    await killHard(server)
    await rm(join(folders.made, 'postgres/postmaster.pid'))
    await rm(join(server.report.connection.host, '.s.PGSQL.5432.lock'), { force: true })

    const lines: string[] = []
    const log = { ...quiet, info: (line: string) => lines.push(line) }
    stopTimers(['Date'])
    const hourMs = 3_600_000
    const failed = expect(
      startEmbeddedPostgres({ dataDir: folders.made, log, sharedMemoryTimeoutMs: hourMs }),
    ).rejects.toThrow(
      /^PostgreSQL did not start: pre-existing shared memory block .* still in use \(see .*postgres\.log\)\.$/,
    )
    // Every few seconds it says what it waits for.
    const said = () => {
      vi.setSystemTime(Date.now() + 5_001)
      return lines.join()
    }
    await expect.poll(said).toContain("PostgreSQL can't start yet: pre-existing shared memory block")
    vi.setSystemTime(Date.now() + hourMs)
    await failed
    process.kill(server.report.postgresPid, 'SIGKILL')
  })

  test('together with its PostgreSQL, during a statement, the next start recovers', async () => {
    const server = await folders.startServerProcess(folders.made)
    const { connection, postgresPid } = server.report
    await runStatement(connection, KEEP_SOMETHING)
    const busy = runStatement(
      connection,
      'insert into kept select pg_sleep(0)::text::int from generate_series(1, 1000000)',
    )
    busy.catch(() => {})
    const running = `select 1 from pg_stat_activity where state = 'active' and query like 'insert into kept%'`
    await expect.poll(() => runStatement(connection, running)).toHaveLength(1)
    process.kill(postgresPid, 'SIGKILL')
    await killHard(server)

    const next = await folders.start(folders.made)
    expect(await runStatement(next.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test.runIf(posix)(
    'a stale pid file that names another process neither stops that process nor prevents the start',
    async () => {
      const server = await folders.startServerProcess(folders.made)
      const { connection, postgresPid } = server.report
      process.kill(postgresPid, 'SIGKILL')
      await killHard(server)
      // The worst case: the process id was given to a living process of PostgreSQL's own user.
      const bystander = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
      folders.cleanUp.push(() => bystander.kill())
      for (const file of [join(folders.made, 'postgres/postmaster.pid'), join(connection.host, '.s.PGSQL.5432.lock')]) {
        const lines = (await readFile(file, 'utf8')).split('\n')
        await writeFile(file, [bystander.pid, ...lines.slice(1)].join('\n'))
      }

      await folders.start(folders.made)
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    },
  )

  test.runIf(posix)('during its first start, the unfinished cluster is created again', async () => {
    const server = spawn(process.execPath, [HOLD_POSTGRES, folders.fresh], { detached: true })
    await expect
      .poll(() => readdir(folders.fresh), { interval: 5 })
      .toEqual(expect.arrayContaining([expect.stringContaining('.making-')]))
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(await readdir(folders.fresh)).not.toContain('postgres')

    const next = await folders.start(folders.fresh)
    expect(await runStatement(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    // Its initdb may have outlived it and still be writing. After it has ended, nothing of it remains.
    try {
      if (server.pid) process.kill(-server.pid, 'SIGKILL')
    } catch (error) {
      expect(error).toMatchObject({ code: 'ESRCH' })
    }
    await next.stop()
    await folders.start(folders.fresh)
    expect((await readdir(folders.fresh)).filter((name) => name.includes('.making-'))).toEqual([])
  })
})

describe('when PostgreSQL is killed', () => {
  test('it is restarted on the same socket with its data, each time, until it is stopped', async () => {
    const database = await folders.start(folders.made)
    await runStatement(database.connection, KEEP_SOMETHING)
    for (const _ of [1, 2]) {
      const before = database.pid
      process.kill(before ?? 0, 'SIGKILL')
      await expect
        .poll(async () => database.pid !== before && runStatement(database.connection, 'select answer from kept'))
        .toEqual([{ answer: 42 }])
    }
    // postmaster.test.ts stops it at every moment of a restart.
    process.kill(database.pid ?? 0, 'SIGKILL')
    await database.stop()
    expect(database.pid).toBeUndefined()
    await expect(runStatement(database.connection, 'select 1')).rejects.toThrow()
  })
})

describe.runIf(posix)('the process', () => {
  test('Ctrl-C reaches the server but not PostgreSQL, so that requests can still be answered', async () => {
    const server = await folders.startServerProcess(folders.made)
    process.kill(-(server.process.pid ?? 0), 'SIGINT')
    expect(await server.nextLine()).toBe('{"interrupted":true}')
    // The signal goes to a process group, and PostgreSQL leads one of its own.
    expect(process.kill(-server.report.postgresPid, 0)).toBe(true)
    expect(await runStatement(server.report.connection, 'select 1 as one')).toEqual([{ one: 1 }])

    server.process.stdin?.write('stop\n')
    await once(server.process, 'exit')
    expect(await isRunning(server.report.postgresPid)).toBe(false)
  })

  test('that ends without stopping PostgreSQL stops it as well', async () => {
    const server = await folders.startServerProcess(folders.made)
    server.process.stdin?.write('exit\n')
    await once(server.process, 'exit')
    await expect.poll(() => isRunning(server.report.postgresPid)).toBe(false)
  })
})
