import { expect, test } from 'vitest'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { verbatim } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { decideSeveral, type Item, type Result } from './decide-several.ts'

const itemOf = (id: string, result: Result = { state: 'waiting' }): Item => ({
  transaction: { _id: id, status: 'Pending' } as AdminTransaction,
  idempotencyKey: `key of ${id}`,
  result,
})

/** Runs all, and returns the last result of each. */
async function run(items: Item[], send: (id: string) => Promise<{ status: 'Completed' | 'Pending' }>) {
  const results = new Map(items.map((item) => [item.transaction._id, item.result]))
  const sent: string[] = []
  let atOnce = 0
  let most = 0
  await decideSeveral(
    items,
    'approve',
    async ({ transaction, idempotencyKey }) => {
      sent.push(idempotencyKey)
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      return send(transaction._id).finally(() => atOnce--)
    },
    ({ transaction }, result) => results.set(transaction._id, result),
  )
  return { results: Object.fromEntries(results), sent, most }
}

test('each has its own result, and a refusal does not stop the others', async () => {
  const current = { status: 'Declined', decidedBy: { fullName: 'Grace' }, reason: 'Unreadable' }
  const { results, sent, most } = await run(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => itemOf(id)),
    async (id) => {
      if (id === 'b') throw new ApiError(409, { code: 'already_decided', message: 'Already decided.', current })
      if (id === 'c') throw new ApiError(0, null)
      if (id === 'd') throw new ApiError(503, { code: 'unavailable', message: 'Try again.' })
      return { status: id === 'e' ? 'Pending' : 'Completed' }
    },
  )
  expect(results).toEqual({
    a: { state: 'done', text: 'Approved' },
    b: { state: 'refused', text: 'Already decided. Grace declined it: Unreadable.' },
    c: { state: 'failed', text: 'No response from the server.' },
    d: { state: 'failed', text: 'Try again.' },
    e: { state: 'proposed', text: 'Proposed: a second person must approve it' },
    f: { state: 'done', text: 'Approved' },
  })
  expect(sent).toHaveLength(6)
  // The order decides which of them needs a second person.
  expect(most).toBe(1)
})

test('trying again sends only what failed, with the same key', async () => {
  const items = [
    itemOf('a', { state: 'done', text: verbatim('') }),
    itemOf('b', { state: 'refused', text: verbatim('') }),
    itemOf('d', { state: 'skipped', text: verbatim('') }),
    itemOf('c', { state: 'failed', text: verbatim('') }),
  ]
  const { results, sent } = await run(items, async () => ({ status: 'Completed' }))
  expect(sent).toEqual(['key of c'])
  expect(results.c).toEqual({ state: 'done', text: 'Approved' })
})
