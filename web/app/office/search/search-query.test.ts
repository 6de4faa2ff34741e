import { expect, test } from 'vitest'
import type { FoundEntry, FoundPerson, FoundTransaction } from '#contract/office/office-search.ts'
import type { Role } from '#contract/permissions.ts'
import { findPages, toGroups } from './search-query.ts'

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

const entry = {
  _id: 'e1',
  account: 'Outside',
  bookedOn: '2026-01-05',
  amount: 5,
  counterpartyName: 'Grace',
  text: 'Invoice',
  state: 'matched',
} as FoundEntry

test('groups what was found, each with the page it opens; empty groups are left out', () => {
  const more = { morePeople: false, moreTransactions: false, moreEntries: false }
  const none = { people: [], transactions: [], entries: [], ...more }
  expect(toGroups('x', none)).toEqual([])
  expect(toGroups('ada', { ...none, people: [person] })).toEqual([
    { name: 'People', items: [{ kind: 'person', key: 'p1', href: '/dashboard/user/p1', person }] },
  ])
  const groups = toGroups('a&b', { ...none, transactions: [transaction], entries: [entry], moreTransactions: true })
  expect(groups.flatMap(({ items }) => items.map(({ href }) => href))).toEqual([
    '/dashboard/all-transactions?transaction=t1',
    '/dashboard/all-transactions?search=a%26b',
    '/dashboard/outside/lines?state=all&line=e1',
  ])
})

test('finds the pages and actions of a role by the beginnings of words, and no others', () => {
  const hrefs = (typed: string, role: Role) =>
    findPages(typed, role).flatMap(({ items }) => items.map(({ href }) => href))
  expect(hrefs('sett', 'Admin')).toContain('/dashboard/admin-settings')
  expect(hrefs('run', 'Admin')).toEqual(['/dashboard/outside/payment-runs', '/dashboard/outside/payment-runs'])
  expect(hrefs('sett', 'Support')).toEqual([])
  expect(hrefs('add cust', 'Teller')).toEqual(['/dashboard/user?add'])
  expect(hrefs('add cust', 'Support')).toEqual([])
  expect(hrefs('invite staff', 'Admin')).toEqual(['/dashboard/staff?invite'])
  expect(hrefs('invite', 'Teller')).toEqual([])
  expect(hrefs('close month', 'Admin')).toEqual(['/dashboard/outside/closings'])
  expect(hrefs('close', 'Auditor')).not.toContain('/dashboard/outside/closings')
  expect(hrefs('', 'Support')).not.toContain('/dashboard/verifications')
})
