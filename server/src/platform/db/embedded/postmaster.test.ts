import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRunning, posix } from '../../../../test/data-folders.ts'
import { stopTimers } from '../../../../test/fake-time.ts'
import { launchPostmaster } from './postmaster.ts'

/** Starts a shell script in place of PostgreSQL. `started`: the process ids that it has written to its folder. */
async function launch(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-mute-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  await writeFile(logFile, '2026-01-01 FATAL:  terminating connection due to unexpected postmaster exit\n')
  const program = join(folder, 'program')
  await writeFile(program, `#!/bin/sh\necho $$ >> '${folder}/started'\n${script}\n`)
  await chmod(program, 0o755)
  const warned: string[] = []
  const log = { info: () => {}, warn: (line: string) => warned.push(line) }
  const binaries = { postgres: program, initdb: '', pgCtl: '', major: '18' }
  const postmaster = await launchPostmaster({ binaries, cluster: folder, args: [], logFile, runAs: null, log })
  onTestFinished(() => postmaster.stop())
  const started = async () =>
    (await readFile(join(folder, 'started'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
  return { postmaster, warned, started }
}

/** Exits at once without a message, like one that ran out of memory. */
async function launchMute() {
  const mute = await launch('exit 1')
  await expect.poll(() => mute.postmaster.pid).toBeUndefined()
  return mute
}

test.runIf(posix)('an exit without a message is not explained with an earlier message', async () => {
  const { postmaster } = await launchMute()
  expect(await postmaster.ended()).toBe('it ended with code 1')
})

test.runIf(posix)('an exit is explained by its cause, not by what a client was told meanwhile', async () => {
  const { postmaster } = await launch(`
    echo '2026-01-01 FATAL:  recovery ended before configured recovery target was reached' >&2
    echo '2026-01-01 LOG:  shutting down due to startup process failure' >&2
    echo '2026-01-01 FATAL:  the database system is shutting down' >&2
    exit 1`)
  await expect.poll(() => postmaster.pid).toBeUndefined()
  expect(await postmaster.ended()).toBe('recovery ended before configured recovery target was reached')
})

test.runIf(posix)('a process that ended before supervision began is restarted too', async () => {
  const { postmaster, warned } = await launchMute()
  postmaster.supervise()
  await expect.poll(() => warned.length).toBeGreaterThan(1)
  expect(warned[0]).toBe('PostgreSQL ended by itself (code 1); starting it again in 50 ms.')
})

type Launched = Awaited<ReturnType<typeof launch>>
const inPause = ({ warned }: Launched) => expect.poll(() => warned.length, { interval: 0 }).toBe(1)
/** So many turns of the event loop after the pause, in which the log is opened and the process started. */
const afterTurns = (turns: number) => async (launched: Launched) => {
  await inPause(launched)
  vi.advanceTimersByTime(50)
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}
const restarted = async (launched: Launched) => {
  await afterTurns(0)(launched)
  await expect.poll(() => launched.postmaster.pid, { interval: 0 }).toBeDefined()
}

test.runIf(posix)('a stop at any moment of a restart leaves nothing running', async () => {
  stopTimers(['setTimeout', 'clearTimeout'])
  const noticed = Array.from({ length: 16 }, (_, turns) => afterTurns(turns))
  const all: Launched[] = []
  for (const moment of [async () => {}, inPause, ...noticed, restarted]) {
    const launched = await launch('exec sleep 60')
    all.push(launched)
    launched.postmaster.supervise()
    process.kill(launched.postmaster.pid ?? 0, 'SIGKILL')
    await moment(launched)
    await launched.postmaster.stop()
    expect(launched.postmaster.pid).toBeUndefined()
  }
  for (const { started } of all) for (const pid of await started()) expect(await isRunning(pid)).toBe(false)
})
