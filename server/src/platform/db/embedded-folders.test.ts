import { chmod, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { dataFoldersForTests, isRoot, killHard, posix, quiet } from '../../../test/data-folders.ts'
import { skipPauses } from '../../../test/fake-time.ts'
import { takeOwnerLock } from './embedded/owner-lock.ts'
import { attachOrStart, startEmbeddedPostgres } from './embedded-postgres.ts'
import { runStatement } from './run-statement.ts'

const folders = dataFoldersForTests()

describe('two servers', () => {
  test('on one folder: the second fails and names the process of the first', async () => {
    const server = await folders.startServerProcess(folders.made)
    skipPauses(['setTimeout', 'clearTimeout', 'Date'])
    const attempt = startEmbeddedPostgres({ dataDir: folders.made, log: quiet })
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(
      `DATA_DIR ${folders.made} is in use by another running server (process ${server.process.pid}).`,
    )
    vi.useRealTimers()
    expect(await runStatement(server.report.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('started at the same moment after a crash: exactly one gets it', async () => {
    const killed = await folders.startServerProcess(folders.made)
    await killHard(killed)
    const servers = await Promise.all([
      folders.startServerProcess(folders.made),
      folders.startServerProcess(folders.made),
      folders.startServerProcess(folders.made),
    ])
    const errors = servers.map(({ report }) => report.error).filter(Boolean)
    expect(errors).toHaveLength(2)
    for (const error of errors) expect(error).toContain('is in use by another running server')
  })
})

describe('a folder', () => {
  test('that can’t be written fails with a one-line message', async () => {
    await writeFile(join(folders.fresh, 'file'), '')
    const attempt = folders.start(join(folders.fresh, 'file/below'))
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(/^DATA_DIR .*below can't be written \(ENOTDIR: not a directory\)\.$/)
  })

  test('with a damaged database is refused, not replaced', async () => {
    await mkdir(join(folders.fresh, 'postgres'))
    await writeFile(join(folders.fresh, 'postgres/precious'), 'data')
    await expect(folders.start(folders.fresh)).rejects.toThrow(/not a whole PostgreSQL database/)
    expect(await readFile(join(folders.fresh, 'postgres/precious'), 'utf8')).toBe('data')
  })

  test('with a database of another version is refused', async () => {
    const versionFile = join(folders.made, 'postgres/PG_VERSION')
    const version = await readFile(versionFile)
    await writeFile(versionFile, '15\n')
    folders.cleanUp.push(() => writeFile(versionFile, version))
    await expect(folders.start(folders.made)).rejects.toThrow(/was made by PostgreSQL 15/)
  })

  test.runIf(posix)('with a path too long for a socket uses another folder, the same after a restart', async () => {
    const long = join(folders.fresh, 'x'.repeat(100))
    const first = await folders.start(long)
    folders.cleanUp.push(() => rm(join(first.connection.host, '..'), { recursive: true }))
    expect(first.connection.host.startsWith(long)).toBe(false)
    await first.stop()
    expect((await folders.start(long)).connection.host).toBe(first.connection.host)
  })

  test.runIf(isRoot && process.platform === 'linux')('that only root can enter works', async () => {
    await chmod(folders.fresh, 0o700)
    const first = await folders.start(folders.fresh)
    folders.cleanUp.push(() => rm(join(first.connection.host, '..'), { recursive: true }))
    await runStatement(first.connection, 'create table kept as select 42 as answer')
    expect(await readlink(`/proc/${first.pid}/cwd`)).toBe(join(folders.fresh, 'postgres'))
    await first.stop()
    const second = await folders.start(folders.fresh)
    expect(await runStatement(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

describe('a command-line tool', () => {
  test('uses the running database and leaves it running', async () => {
    const server = await folders.startServerProcess(folders.made)
    const tool = await attachOrStart({ dataDir: folders.made, log: quiet })
    expect(tool).toMatchObject({ attached: true, connection: server.report.connection })
    await tool.stop()
    expect(await runStatement(server.report.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts a stopped database, and stops it again', async () => {
    const tool = await attachOrStart({ dataDir: folders.made, log: quiet, mustExist: true })
    expect(tool.attached).toBe(false)
    expect(await runStatement(tool.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await tool.stop()
    await expect(runStatement(tool.connection, 'select 1')).rejects.toThrow()
  })

  test('gives up when the running server’s database never answers', async () => {
    const lock = takeOwnerLock(join(folders.made, 'server.lock'))
    folders.cleanUp.push(() => lock?.release())
    skipPauses(['setTimeout', 'clearTimeout', 'Date'])
    await expect(attachOrStart({ dataDir: folders.made, log: quiet })).rejects.toThrow(
      `DATA_DIR ${folders.made} is in use by another server, whose PostgreSQL does not answer.`,
    )
  })

  test('does not create a bank where there is none', async () => {
    await expect(attachOrStart({ dataDir: folders.fresh, log: quiet, mustExist: true })).rejects.toThrow(
      /There is no bank in/,
    )
    expect(await readdir(folders.fresh)).toEqual([])
  })
})
