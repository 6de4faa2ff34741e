import { beforeEach, describe, expect, test } from 'vitest'
import { skipPauses } from '../../../test/fake-time.ts'
import type { Command, Outcome } from '../../ledger/types.ts'
import { Batcher } from './batcher.ts'

beforeEach(() => skipPauses())

const commandNamed = (name: string) => ({ requestId: name }) as Command
const outcomeOf = ({ requestId }: Command): Outcome => ({ ok: false, code: requestId as never, replayed: false })

/** Commits nothing; records the batches it receives. */
function newBatcher(
  options: ConstructorParameters<typeof Batcher>[1] = {},
  fail: (names: string[]) => unknown = () => null,
) {
  const batches: string[][] = []
  let running = 0
  let maxRunning = 0
  const batcher = new Batcher<Command, Outcome>(async (commands) => {
    const names = commands.map(({ requestId }) => requestId)
    batches.push(names)
    maxRunning = Math.max(maxRunning, ++running)
    // Many moments: commands that a test submits after the next one find it under way.
    for (let moments = 0; moments < 100; moments++) await nextMoment()
    running--
    const error = await fail(names)
    if (error) throw error
    return commands.map(outcomeOf)
  }, options)
  const submit = (name: string) =>
    batcher.submit(commandNamed(name)).then((outcome) => (outcome.ok ? '' : String(outcome.code)))
  return { batches, submit, maxRunning: () => maxRunning }
}

/** The commands of this moment are in a lane afterwards. */
const nextMoment = () => new Promise((resolve) => setImmediate(resolve))

describe('group commit', () => {
  test('commits a lone command at once, and commands of the same moment together', async () => {
    const { batches, submit } = newBatcher()
    expect(await submit('a')).toBe('a')
    expect(await Promise.all(['b', 'c', 'd'].map(submit))).toEqual(['b', 'c', 'd'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  })

  test('queues commands while all lanes are busy; a free lane takes them in order', async () => {
    const { batches, submit, maxRunning } = newBatcher({ lanes: 1 })
    const first = submit('a')
    await nextMoment()
    const rest = ['b', 'c', 'd'].map(submit)
    await Promise.all([first, ...rest])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
    expect(maxRunning()).toBe(1)
  })

  test('respects the limits on lanes and batch size, and gives every caller its own outcome', async () => {
    const { batches, submit, maxRunning } = newBatcher({ lanes: 2, maxBatch: 7 })
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`)
    expect(await Promise.all(names.map(submit))).toEqual(names)
    expect(maxRunning()).toBe(2)
    expect(Math.max(...batches.map(({ length }) => length))).toBe(7)
    expect(batches.flat().sort()).toEqual(names.toSorted())
  })
})

describe('a second lane', () => {
  test('starts at a queue of thirty-two, below the maximum batch size', async () => {
    const { batches, submit, maxRunning } = newBatcher({ blockedAfterMs: 10_000 })
    const first = submit('a')
    await nextMoment()
    await Promise.all([first, ...Array.from({ length: 32 }, (_, i) => submit(`n${i}`))])
    expect(batches.map(({ length }) => length)).toEqual([1, 32])
    expect(maxRunning()).toBe(2)
  })

  const smallBatches = { lanes: 2, maxBatch: 4, blockedAfterMs: 10_000 }

  test('starts when the queue fills a batch, and not for fewer commands', async () => {
    const below = newBatcher(smallBatches)
    const first = below.submit('a')
    await nextMoment()
    await Promise.all([first, ...['b', 'c', 'd'].map(below.submit)])
    expect(below.batches).toEqual([['a'], ['b', 'c', 'd']])
    expect(below.maxRunning()).toBe(1)

    const reached = newBatcher(smallBatches)
    const other = reached.submit('a')
    await nextMoment()
    await Promise.all([other, ...['b', 'c', 'd', 'e'].map(reached.submit)])
    expect(reached.batches).toEqual([['a'], ['b', 'c', 'd', 'e']])
    expect(reached.maxRunning()).toBe(2)
  })

  test('commits other commands, one after the other, while the first lane is blocked', async () => {
    const lock = Promise.withResolvers<void>()
    const { batches, submit } = newBatcher({ ...smallBatches, blockedAfterMs: 5 }, (names) =>
      names.includes('blocked') ? lock.promise : null,
    )
    const first = submit('blocked')
    await nextMoment()
    for (const name of ['a', 'b', 'c']) expect(await submit(name)).toBe(name)
    expect(batches).toEqual([['blocked'], ['a'], ['b'], ['c']])
    lock.resolve()
    expect(await first).toBe('blocked')
  })
})

describe('a failed batch', () => {
  test('is retried one command at a time, so that only the faulty one fails', async () => {
    const bug = new Error('bug')
    const { submit } = newBatcher({ lanes: 1 }, (names) => (names.includes('bad') ? bug : null))
    const results = await Promise.allSettled(['a', 'bad', 'c'].map(submit))
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual([
      'a',
      bug,
      'c',
    ])
  })

  test('is not retried when the database is unavailable: the outcome is unknown', async () => {
    const unavailable = Object.assign(new Error('unavailable'), { code: 'CONNECTION_CLOSED' })
    const { batches, submit } = newBatcher({ lanes: 1 }, () => unavailable)
    const results = await Promise.allSettled(['a', 'b', 'c'].map(submit))
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(batches).toEqual([['a', 'b', 'c']])
    await expect(submit('d')).rejects.toBe(unavailable)
  })
})
