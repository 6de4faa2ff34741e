import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Command, Outcome } from '../ledger/types.ts'
import { Batcher } from './batcher.ts'

const named = (name: string) => ({ requestId: name }) as Command
const answerTo = ({ requestId }: Command): Outcome => ({ ok: false, code: requestId as never, replayed: false })

/** Commits nothing, but tells what it was asked to commit together. */
function newBatcher(
  options: ConstructorParameters<typeof Batcher>[1] = {},
  fail: (names: string[]) => unknown = () => null,
) {
  const batches: string[][] = []
  let under = 0
  let most = 0
  const batcher = new Batcher<Command, Outcome>(async (commands) => {
    const names = commands.map(({ requestId }) => requestId)
    batches.push(names)
    most = Math.max(most, ++under)
    await sleep(5)
    under--
    const error = await fail(names)
    if (error) throw error
    return commands.map(answerTo)
  }, options)
  const submit = (name: string) =>
    batcher.submit(named(name)).then((outcome) => (outcome.ok ? '' : String(outcome.code)))
  return { batches, submit, most: () => most }
}

describe('group commit', () => {
  test('a lone command goes at once, what comes in the same moment goes together', async () => {
    const { batches, submit } = newBatcher()
    expect(await submit('a')).toBe('a')
    expect(await Promise.all(['b', 'c', 'd'].map(submit))).toEqual(['b', 'c', 'd'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  })

  test('while all lanes are busy, commands gather; a free lane takes them in order', async () => {
    const { batches, submit, most } = newBatcher({ lanes: 1 })
    const first = submit('a')
    await sleep(1)
    const rest = ['b', 'c', 'd'].map(submit)
    await Promise.all([first, ...rest])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
    expect(most()).toBe(1)
  })

  test('no more at once than the lanes, no more in one than a batch holds, and everybody gets their own answer', async () => {
    const { batches, submit, most } = newBatcher({ lanes: 2, maxBatch: 7 })
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`)
    expect(await Promise.all(names.map(submit))).toEqual(names)
    expect(most()).toBe(2)
    expect(Math.max(...batches.map(({ length }) => length))).toBe(7)
    expect(batches.flat().sort()).toEqual(names.toSorted())
  })
})

describe('a second lane', () => {
  test('starts when thirty-two wait, though a batch would hold more', async () => {
    const { batches, submit, most } = newBatcher({ patienceMs: 10_000 })
    const first = submit('a')
    await sleep(1)
    await Promise.all([first, ...Array.from({ length: 32 }, (_, i) => submit(`n${i}`))])
    expect(batches.map(({ length }) => length)).toEqual([1, 32])
    expect(most()).toBe(2)
  })

  const full = { lanes: 2, maxBatch: 4, patienceMs: 10_000 }

  test('starts when a batch is full, and not for fewer', async () => {
    const few = newBatcher(full)
    const first = few.submit('a')
    await sleep(1)
    await Promise.all([first, ...['b', 'c', 'd'].map(few.submit)])
    expect(few.batches).toEqual([['a'], ['b', 'c', 'd']])
    expect(few.most()).toBe(1)

    const enough = newBatcher(full)
    const other = enough.submit('a')
    await sleep(1)
    await Promise.all([other, ...['b', 'c', 'd', 'e'].map(enough.submit)])
    expect(enough.batches).toEqual([['a'], ['b', 'c', 'd', 'e']])
    expect(enough.most()).toBe(2)
  })

  test('serves everybody else, one after the other, while the first is held up', async () => {
    const held = Promise.withResolvers<void>()
    const { batches, submit } = newBatcher({ ...full, patienceMs: 5 }, (names) =>
      names.includes('held') ? held.promise : null,
    )
    const first = submit('held')
    await sleep(1)
    for (const name of ['a', 'b', 'c']) expect(await submit(name)).toBe(name)
    expect(batches).toEqual([['held'], ['a'], ['b'], ['c']])
    held.resolve()
    expect(await first).toBe('held')
  })
})

describe('a batch that fails', () => {
  test('is tried one by one, so that only the culprit fails', async () => {
    const bug = new Error('bug')
    const { submit } = newBatcher({ lanes: 1 }, (names) => (names.includes('bad') ? bug : null))
    const results = await Promise.allSettled(['a', 'bad', 'c'].map(submit))
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual([
      'a',
      bug,
      'c',
    ])
  })

  test('because the database is away is not tried again: nobody knows what became of it', async () => {
    const away = Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
    const { batches, submit } = newBatcher({ lanes: 1 }, () => away)
    const results = await Promise.allSettled(['a', 'b', 'c'].map(submit))
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(batches).toEqual([['a', 'b', 'c']])
    await expect(submit('d')).rejects.toBe(away)
  })
})
