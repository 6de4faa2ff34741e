import { expect, test } from 'vitest'
import type { Job } from '#server/platform/jobs/run-jobs.ts'
import { createJobGate } from './job-gate.ts'

function createJob() {
  let runs = 0
  let end = () => {}
  const run = (signal: AbortSignal) => {
    runs++
    return new Promise<void>((resolve) => {
      end = resolve
      signal.addEventListener('abort', () => setTimeout(resolve, 20))
    })
  }
  const job: Job = { name: 'job', intervalMs: 1, firstRunAfterMs: 0, run }
  return { job, runs: () => runs, end: () => end() }
}
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(resolve, 40, false))])

test('a pause ends what runs, and the next run waits until it is over', async () => {
  const { job, runs, end } = createJob()
  const gate = createJobGate()
  const { run } = gate.wrap(job)
  const { signal } = new AbortController()
  const first = run(signal)
  await gate.pause()
  expect(await isSettled(first)).toBe(true)
  const second = run(signal)
  expect(await isSettled(second)).toBe(false)
  expect(runs()).toBe(1)
  gate.resume()
  await expect.poll(runs).toBe(2)
  end()
  expect(await isSettled(second)).toBe(true)
})

test('a paused job does not delay the stop of the bank', async () => {
  const { job, runs } = createJob()
  const gate = createJobGate()
  await gate.pause()
  const stopping = new AbortController()
  const waiting = gate.wrap(job).run(stopping.signal)
  stopping.abort()
  expect(await isSettled(waiting)).toBe(true)
  expect(runs()).toBe(0)
})
