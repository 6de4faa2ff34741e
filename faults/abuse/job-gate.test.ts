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
      signal.addEventListener('abort', () => setImmediate(resolve))
    })
  }
  const job: Job = { name: 'job', intervalMs: 1, firstRunAfterMs: 0, run }
  return { job, runs: () => runs, end: () => end() }
}
const turn = () => new Promise(setImmediate)

test('a pause ends what runs, and the next run waits until it is over', async () => {
  const { job, runs, end } = createJob()
  const gate = createJobGate()
  const { run } = gate.wrap(job)
  const { signal } = new AbortController()
  const first = run(signal)
  await gate.pause()
  await first
  const second = run(signal)
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(runs()).toBe(1)
  gate.resume()
  await expect.poll(runs).toBe(2)
  end()
  await second
})

test('a paused job does not delay the stop of the bank', async () => {
  const { job, runs } = createJob()
  const gate = createJobGate()
  await gate.pause()
  const stopping = new AbortController()
  const waiting = gate.wrap(job).run(stopping.signal)
  stopping.abort()
  await waiting
  expect(runs()).toBe(0)
})
