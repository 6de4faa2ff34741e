import { expect, test } from 'vitest'
import type { Books } from './effects.ts'
import { checkPayRequests } from './pay-requests.ts'
import { recordHistory, result } from './recorded-history.ts'

const recorded = recordHistory()
const pay = (transactionId: string) =>
  recorded.record({ kind: 'request transfer', subjectId: 'r', receiverId: 'ben' }, result('ok', transactionId))
const rowsOf = (...rows: { id: string; status: string; party_id: string }[]) =>
  ({ rows: new Map(rows.map((row) => [row.id, row])) }) as unknown as Books

test('accepts a second payment only after the first was declined', () => {
  pay('t')
  pay('u')
  recorded.record({ kind: 'request transfer', subjectId: 'r', receiverId: 'ben' }, result('pay_request_paid'))
  const [first, second] = [
    { id: 't', status: 'Declined', party_id: 'ben' },
    { id: 'u', status: 'Completed', party_id: 'ben' },
  ]
  checkPayRequests(recorded.history, rowsOf(first, second))
  expect(recorded.reported()).toEqual([])
  checkPayRequests(recorded.history, rowsOf({ ...first, status: 'Pending' }, second))
  expect(recorded.reported()).toEqual(['pay requests'])
  checkPayRequests(recorded.history, rowsOf(first, { ...second, party_id: 'eve' }))
  expect(recorded.reported()).toEqual(['pay requests', 'pay requests'])
})
