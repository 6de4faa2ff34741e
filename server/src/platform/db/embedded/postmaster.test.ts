import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isRunning, posix } from '../../../../test/data-folders.ts'
import { stopTimers } from '../../../../test/fake-time.ts'
import { launchPostmaster } from './postmaster.ts'

/** Starts a shell script in place of PostgreSQL. `started`: the process ids that it has written to its folder. */
async function launch(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-mute-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  await writeFile(
    logFile,
    '2026-01-01 00:00:00.000 UTC [1] FATAL:  terminating connection due to unexpected postmaster exit\n',
  )
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

describe.runIf(posix)('an exit is explained by its cause', () => {
  const line = (pid: string, text: string) => `echo "2026-01-01 00:00:00.000 UTC [${pid}] ${text}" >&2`
  const FAILED = 'FATAL:  recovery ended before configured recovery target was reached'
  const CRASHED = 'LOG:  startup process (PID 77) exited with exit code 1'
  const IN_USE = 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'
  const GONE = 'FATAL:  terminating connection due to unexpected postmaster exit'

  test.each([
    [
      'not by what a client was told meanwhile',
      [line('77', FAILED), line('$$', CRASHED), line('88', 'FATAL:  the database system is shutting down')],
      'recovery ended before configured recovery target was reached',
    ],
    [
      'not by a client that outlived it',
      [line('77', FAILED), line('$$', CRASHED), line('$$', 'LOG:  aborting startup'), line('88', GONE)],
      'recovery ended before configured recovery target was reached',
    ],
    [
      'however many clients it turned away',
      [line('77', FAILED), line('$$', CRASHED), `for _ in $(seq 300); do ${line('88', GONE)}; done`],
      'recovery ended before configured recovery target was reached',
    ],
    [
      'not by what the PostgreSQL before it left in the log',
      [
        line('88', GONE),
        line('77', FAILED),
        line('$$', IN_USE),
        `echo 'HINT:  Terminate any old server processes.' >&2`,
        line('88', GONE),
      ],
      'pre-existing shared memory block (key 1, ID 2) is still in use',
    ],
    [
      'by the process that was killed, which says nothing',
      [
        line('$$', 'LOG:  startup process (PID 77) was terminated by signal 9: Killed'),
        line('$$', 'LOG:  aborting startup'),
      ],
      'startup process (PID 77) was terminated by signal 9: Killed',
    ],
    [
      'by the system, where PostgreSQL can’t run',
      [`echo 'postgres: error while loading libicu' >&2`, line('88', GONE)],
      'postgres: error while loading libicu',
    ],
    [
      'by its code, where it said nothing',
      [line('$$', 'LOG:  database system is shut down'), line('88', GONE)],
      'it ended with code 1',
    ],
  ])('%s', async (_, lines, cause) => {
    const { postmaster } = await launch([...lines, 'exit 1'].join('\n'))
    await expect.poll(() => postmaster.pid).toBeUndefined()
    expect(await postmaster.ended()).toBe(cause)
  })
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
