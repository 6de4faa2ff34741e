import { once } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { stopTimers } from '../../../test/fake-time.ts'
import { type Job, startJobs } from './run-jobs.ts'

const HOUR_MS = 3_600_000

function newLog() {
  const lines: { level: string; fields: object; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}
const job = (run: Job['run'], times: Partial<Job> = {}): Job => ({
  name: 'test',
  intervalMs: 1,
  firstRunAfterMs: 1,
  ...times,
  run,
})

beforeEach(() => stopTimers())

test('waits for a slow run before the next one, and a stop waits for the current run', async () => {
  let runs = 0
  let { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const log = newLog()
  const stop = startJobs(
    [
      job(() => {
        runs++
        return finished
      }),
    ],
    log,
  )
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(runs).toBe(1)
  const finishFirst = finish
  ;({ promise: finished, resolve: finish } = Promise.withResolvers<void>())
  finishFirst()
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)

  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped).toBe(false)
  finish()
  await stopping
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(runs).toBe(2)
  expect(log.lines).toEqual([])
})

test('logs a failing job and goes on with its next run and the other jobs', async () => {
  const log = newLog()
  let [failures, runs] = [0, 0]
  const failing = job(async () => {
    failures++
    throw new Error('broken')
  })
  const working = job(async () => {
    runs++
  })
  const stop = startJobs([{ ...failing, name: 'failing' }, working], log)
  await vi.advanceTimersByTimeAsync(3)
  expect([failures, runs]).toEqual([3, 3])
  await stop()
  expect(log.lines[0]).toEqual({
    level: 'error',
    fields: { job: 'failing', err: new Error('broken') },
    message: 'job failed',
  })
})

test('a stop aborts a run, and waits two seconds for one that does not react', async () => {
  const log = newLog()
  let aborted = false
  const stop = startJobs(
    [
      job(async (signal) => {
        await once(signal, 'abort')
        aborted = true
        throw new Error('after the stop, not logged')
      }),
      job(() => new Promise(() => {})),
    ],
    log,
  )
  await vi.advanceTimersByTimeAsync(1)
  let stopped = false
  void stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect([aborted, stopped]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped).toBe(true)
  expect(log.lines).toEqual([])
})

test('no run starts while jobs may not run, and none of them counts as a success', async () => {
  let [runs, may] = [0, false]
  const observe = vi.fn()
  const counted = job(async () => {
    runs++
  })
  const stop = startJobs([counted], newLog(), { observe, mayRun: () => may })
  await vi.advanceTimersByTimeAsync(HOUR_MS / 1_000)
  expect([runs, observe.mock.calls.length]).toEqual([0, 0])
  may = true
  await vi.advanceTimersByTimeAsync(3)
  expect([runs, observe.mock.calls.length]).toEqual([3, 3])
  may = false
  await vi.advanceTimersByTimeAsync(3)
  expect(runs).toBe(3)
  await stop()
})
