import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { posix } from '../../../../test/data-folders.ts'
import { launchPostmaster } from './postmaster.ts'

/** In place of PostgreSQL: a program that exits at once without a message, like one that ran out of memory. */
async function launchMute() {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-mute-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  await writeFile(logFile, '2026-01-01 FATAL:  terminating connection due to unexpected postmaster exit\n')
  const warned: string[] = []
  const log = { info: () => {}, warn: (line: string) => warned.push(line) }
  const binaries = { postgres: '/bin/false', initdb: '', pgCtl: '', major: '18' }
  const postmaster = await launchPostmaster({ binaries, cluster: folder, args: [], logFile, runAs: null, log })
  onTestFinished(() => postmaster.stop())
  await vi.waitUntil(() => postmaster.pid === undefined)
  return { postmaster, warned }
}

test.runIf(posix)('an exit without a message is not explained with an earlier message', async () => {
  const { postmaster } = await launchMute()
  expect(await postmaster.ended()).toBe('it ended with code 1')
})

test.runIf(posix)('a process that ended before supervision began is restarted too', async () => {
  const { postmaster, warned } = await launchMute()
  postmaster.supervise()
  await vi.waitUntil(() => warned.length > 1)
  expect(warned[0]).toBe('PostgreSQL ended by itself (code 1); starting it again in 50 ms.')
})
