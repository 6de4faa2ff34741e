import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** A task that runs until `end` is called. */
function task() {
  let end: (error?: Error) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  const state = { started: false }
  const work = () => {
    state.started = true
    return ended
  }
  return { state, end, work }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('runs two tasks at once and starts the next when one succeeds or fails', async () => {
  const enter = limitConcurrency(2)
  const [a, b, c, d] = [task(), task(), task(), task()]
  const done = Promise.allSettled([a, b, c, d].map(({ work }) => enter(work)))
  await settle()
  const started = () => [a, b, c, d].map(({ state }) => state.started)
  expect(started()).toEqual([true, true, false, false])
  b.end(new Error('broke'))
  await settle()
  expect(started()).toEqual([true, true, true, false])
  a.end()
  await settle()
  expect(started()).toEqual([true, true, true, true])
  c.end()
  d.end()
  expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('refuses tasks when the queue is full, and goes on with the queued ones', async () => {
  const enter = limitConcurrency(1, 1)
  const [a, b, c] = [task(), task(), task()]
  const [first, second] = [enter(a.work), enter(b.work)]
  await expect(enter(c.work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  expect(c.state.started).toBe(false)
  a.end()
  b.end()
  await Promise.all([first, second])
  await expect(enter(async () => 'in')).resolves.toBe('in')
})

test('lanes take turns, however many tasks wait in one of them', async () => {
  const enter = limitConcurrency(1, 3)
  const order: string[] = []
  const run = (lane: string, name: string) => enter(async () => void order.push(name), { lane })
  const all = [
    run('many', 'first'),
    run('many', 'a'),
    run('many', 'b'),
    run('many', 'c'),
    run('few', 'x'),
    run('few', 'y'),
  ]
  // Each lane has its own bound.
  await expect(run('many', 'd')).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all(all)
  expect(order).toEqual(['first', 'a', 'x', 'b', 'y', 'c'])
})

test('an aborted task leaves the queue without running, and frees its place', async () => {
  const enter = limitConcurrency(1, 1)
  const [a, b, c] = [task(), task(), task()]
  const gone = new AbortController()
  const first = enter(a.work)
  const second = enter(b.work, { signal: gone.signal })
  gone.abort()
  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  const third = enter(c.work)
  a.end()
  c.end()
  await Promise.all([first, third])
  expect([b.state.started, c.state.started]).toEqual([false, true])
  await expect(enter(b.work, { signal: gone.signal })).rejects.toMatchObject({ code: 'unavailable' })
})
