import { expect, test } from 'vitest'
import { emptyLine, problemOf, sumsOf, toLines } from './entry-draft.ts'

const line = (account: string, debit: string, credit: string) => ({ ...emptyLine(1), account, debit, credit })

test('adds up exactly what is typed, and sends lines that have something', () => {
  const lines = [line('5100', '0.10', ''), line('5900', '0.2', ''), line('1201', '', '1,000.3'), line('', '', '')]
  expect(sumsOf(lines)).toEqual({ debitCents: 30n, creditCents: 1_000_30n, differenceCents: -1_000_00n })
  expect(toLines(lines)).toEqual([
    { account: '5100', debit: 0.1 },
    { account: '5900', debit: 0.2 },
    { account: '1201', credit: 1000.3 },
  ])
})

test.each([
  [line('', '', ''), null],
  [line('5100', '5', ''), null],
  [line('5100', '', ''), 'side'],
  [line('5100', '5', '5'), 'side'],
  [line('', '5', ''), 'account'],
  [line('5100', 'five', ''), 'debit'],
  [line('5100', '', '0'), 'credit'],
])('a line %j has the problem %s', (given, problem) => {
  expect(problemOf(given)).toBe(problem)
})
