import { expect, test } from 'vitest'
import type { BankStatementEntry, EntryMatch } from '#contract/external-money/bank-statements.ts'
import { verbatim } from '#contract/text.ts'
import { bestMatch, chosenTarget, movesMoney, targetOf } from './entry-targets.ts'

const match = (fields: Partial<EntryMatch>): EntryMatch => ({
  transactionId: null,
  returnOf: null,
  user: null,
  reference: null,
  amount: null,
  status: null,
  score: 80,
  reasons: [],
  ...fields,
})
const ada = { _id: 'ada', fullName: verbatim('Ada Example') }

test('a transaction is named before its customer, and a returned entry by itself', () => {
  expect(targetOf(match({ transactionId: 't1', user: ada }))).toEqual({ transactionId: 't1' })
  expect(targetOf(match({ user: ada }))).toEqual({ userId: 'ada' })
  expect(targetOf(match({ returnOf: 'l1' }))).toEqual({ returnOf: 'l1' })
  expect(targetOf(match({}))).toBeNull()
})

test('one click confirms the match, else the first suggestion', () => {
  const first = match({ transactionId: 't1' })
  const entry = { match: null, suggestions: [first, match({ transactionId: 't2' })] } as unknown as BankStatementEntry
  expect(bestMatch(entry)).toBe(first)
  expect(bestMatch({ ...entry, match: match({ transactionId: 't3' }) })?.transactionId).toBe('t3')
  expect(bestMatch({ ...entry, suggestions: [] })).toBeNull()
  const other = match({ transactionId: 't4', reasons: ['reference_ok', 'amount_differs'] })
  expect(bestMatch({ ...entry, suggestions: [other, first] })).toBe(first)
  expect([chosenTarget(other), chosenTarget(first)]).toEqual([
    { transactionId: 't4', confirm: true },
    { transactionId: 't1' },
  ])
})

test('a completed transaction is only cleared; a pending or new deposit moves money', () => {
  expect(movesMoney(match({ transactionId: 't1', status: 'Completed' }))).toBe(false)
  expect(movesMoney(match({ transactionId: 't1', status: 'Pending' }))).toBe(true)
  expect(movesMoney(match({ user: ada }))).toBe(true)
  expect(movesMoney(match({ returnOf: 'l1' }))).toBe(false)
})
