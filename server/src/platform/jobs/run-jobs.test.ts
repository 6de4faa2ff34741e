import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type Job, startJobs } from './run-jobs.ts'

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
  await vi.waitUntil(() => runs === 1)
  await sleep(30)
  expect(runs).toBe(1)
  const finishFirst = finish
  ;({ promise: finished, resolve: finish } = Promise.withResolvers<void>())
  finishFirst()
  await vi.waitUntil(() => runs === 2)

  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await sleep(30)
  expect(stopped).toBe(false)
  finish()
  await stopping
  await sleep(30)
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
  await vi.waitUntil(() => failures > 2 && runs > 2)
  await stop()
  expect(log.lines[0]).toEqual({
    level: 'error',
    fields: { job: 'failing', err: new Error('broken') },
    message: 'job failed',
  })
})

test('a stop aborts a run, and does not wait longer than two seconds for one that does not react', async () => {
  const log = newLog()
  let aborted = false
  const stop = startJobs(
    [
      job(async (signal) => {
        await sleep(60_000, undefined, { signal }).catch(() => {
          aborted = true
        })
        throw new Error('after the stop, not logged')
      }),
      job(() => new Promise(() => {})),
    ],
    log,
  )
  await sleep(20)
  const beganAt = Date.now()
  await stop()
  expect(aborted).toBe(true)
  expect(Date.now() - beganAt).toBeLessThan(4_000)
  expect(log.lines).toEqual([])
})
