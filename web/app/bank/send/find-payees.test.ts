import { expect, test } from 'vitest'
import type { Payee, RecentPayee } from '#contract/payments/payees.ts'
import { inputKind, type KnownPayee, knownPayees, matchesPayee } from './find-payees.ts'

const details = (accountName: string, accountNumber: string, iban = '') => ({
  accountName,
  accountNumber,
  bankName: 'Example Savings Bank',
  iban,
  swiftCode: '',
})
const recent = [
  { ...details('Zoë Müller', 'DE89370400440532013000', 'DE89370400440532013000'), lastUsedAt: '' },
  { ...details('Grace Hopper', '6424296447'), lastUsedAt: '' },
] as unknown as RecentPayee[]
const saved = [
  { _id: '1', name: 'Lunch club', ...details('Grace Hopper', '6424296447') },
  { _id: '2', name: 'Rent', ...details('Fable Homes', '0532013000') },
] as unknown as Payee[]

test('each account is listed once, under the name it was saved with, the recent ones first', () => {
  const known = knownPayees(recent, saved)
  expect(known.recent.map(({ name }) => name)).toEqual(['Zoë Müller', 'Lunch club'])
  expect(known.saved.map(({ name }) => name)).toEqual(['Rent'])
})

test.each([
  ['zoe mu', ['Zoë Müller']],
  ['hopper', ['Lunch club']],
  ['lunch', ['Lunch club']],
  ['6424-296 447', ['Lunch club']],
  ['de89 3704', ['Zoë Müller']],
  ['example', ['Zoë Müller', 'Lunch club', 'Rent']],
  ['nobody', []],
])('%s finds %j', (query, names) => {
  const known = knownPayees(recent, saved)
  const found = [...known.recent, ...known.saved].filter((payee: KnownPayee) => matchesPayee(query, payee))
  expect(found.map(({ name }) => name)).toEqual(names)
})

test.each([
  ['grace@navy.example', 'email'],
  [' grace@navy.example ', 'email'],
  ['6424 296 447', 'number'],
  ['de89 3704 0044 0532 0130 00', 'number'],
  ['Grace Hopper', 'name'],
  ['Studio 54', 'name'],
  ['12', 'name'],
  ['', 'name'],
] as const)('%j is read as %s', (typed, kind) => expect(inputKind(typed)).toBe(kind))
