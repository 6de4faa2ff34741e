import { expect, test } from 'vitest'
import type { FoundPerson, FoundTransaction } from '#contract/office/office-search.ts'
import { toGroups } from './search-query.ts'

const person = {
  _id: 'p1',
  fullName: 'Ada Example',
  email: 'ada@people.example',
  mobile: '',
  accountNumber: '4410077123',
  role: 'User',
  status: 'Active',
} as FoundPerson
const transaction = {
  _id: 't1',
  user: { _id: 'p1', fullName: 'Ada Example' },
  type: 'Transfer',
  amount: -5,
  status: 'Pending',
  createdAt: '2026-01-05T15:04:00.000Z',
  reference: 'BYARD-JKWNF',
  counterparty: 'Grace',
} as FoundTransaction

test('groups people and transactions, each with the page it opens; empty groups are left out', () => {
  const none = { people: [], transactions: [], morePeople: false, moreTransactions: false }
  expect(toGroups('x', none)).toEqual([])
  expect(toGroups('ada', { ...none, people: [person] })).toEqual([
    { name: 'People', items: [{ kind: 'person', key: 'p1', href: '/dashboard/user/p1', person }] },
  ])
  const [group] = toGroups('a&b', { ...none, transactions: [transaction], moreTransactions: true })
  expect(group?.items.map(({ href }) => href)).toEqual([
    '/dashboard/all-transactions?transaction=t1',
    '/dashboard/all-transactions?search=a%26b',
  ])
})
