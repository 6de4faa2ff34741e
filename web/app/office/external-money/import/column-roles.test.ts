import { expect, test } from 'vitest'
import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { assignRole, missingColumn, roleOf } from './column-roles.ts'

const mapping: CsvMapping = {
  delimiter: ';',
  skipRows: 1,
  dateOrder: 'dmy',
  decimal: ',',
  bookedOn: 0,
  amount: 4,
  text: [3],
}

test('a role moves to its new column, and a column has one role', () => {
  const moved = assignRole(mapping, 5, 'amount')
  expect([moved.amount, roleOf(moved, 4), roleOf(moved, 5)]).toEqual([5, '', 'amount'])
  const renamed = assignRole(mapping, 4, 'name')
  expect([renamed.amount, renamed.name]).toEqual([undefined, 4])
  expect(assignRole(mapping, 3, '').text).toEqual([])
})

test('several columns make one text, in the order of the file', () => {
  const both = assignRole(assignRole(mapping, 2, 'text'), 2, 'text')
  expect(both.text).toEqual([2, 3])
  expect([roleOf(both, 2), roleOf(both, 3), roleOf(both, 9)]).toEqual(['text', 'text', ''])
})

test('a date and an amount are needed', () => {
  expect(missingColumn(mapping)).toBeUndefined()
  expect(missingColumn(assignRole(mapping, 0, ''))).toBe('Choose the column of the booking date.')
  expect(missingColumn(assignRole(mapping, 4, ''))).toMatch('amount')
  expect(missingColumn(assignRole(mapping, 4, 'debit'))).toBeUndefined()
})
