import { describe, expect, test } from 'vitest'
import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'
import { parseAmount, parseDate } from './csv-values.ts'

const MAPPING: CsvMapping = {
  delimiter: ';',
  skipRows: 1,
  dateOrder: 'dmy',
  decimal: ',',
  bookedOn: 0,
  amount: 3,
  name: 1,
  text: [2],
}

describe('CSV', () => {
  test('reads quoted texts, line breaks within them, and Latin-1', async () => {
    const file = 'Datum;Name;Zweck;Betrag\r\n31.01.2026;"Müller; Söhne";"Rent\r\n""January""";-1.234,56\r\n;;;\r\n'
    const entries = entriesOf(await readEvents(Buffer.from(file, 'latin1'), { mapping: MAPPING, pieceSize: 5 }))
    expect(entries).toEqual([
      expect.objectContaining({
        bookedOn: '2026-01-31',
        amount: '-1234.56',
        counterpartyName: 'Müller; Söhne',
        text: 'Rent "January"',
      }),
    ])
  })

  test('reads separate columns for credit and debit', async () => {
    const mapping: CsvMapping = {
      ...MAPPING,
      delimiter: ',',
      decimal: '.',
      amount: undefined,
      credit: 1,
      debit: 2,
      text: [],
      name: undefined,
    }
    const entries = entriesOf(await readEvents('d,c,d\n1/2/2026,5.00,\n1/2/2026,,5.00\n1/2/2026,,-5.00\n', { mapping }))
    expect(entries.map(({ amount }) => amount)).toEqual(['5', '-5', '-5'])
  })

  test.each([
    ['1.234,56', ',', '1234.56'],
    ['1,234.56', '.', '1234.56'],
    ['(12.50)', '.', '-12.5'],
    ['12.50-', '.', '-12.5'],
    ['$ 12', '.', '12'],
    ['12,50 EUR', ',', '12.5'],
    ['12.50 DR', '.', '-12.5'],
    ['\u22123.00', '.', '-3'],
    ["1'000.00", '.', '1000'],
  ] as const)('amount %s with %s is %s', (text, decimal, expected) => {
    expect(parseAmount(text, decimal, 'Row 1')).toBe(expected)
  })

  test.each(['', 'ten', '1.2.3', '12.34.56', '1,23,4', '12e5', '--5'])('%j is no amount', (text) => {
    expect(() => parseAmount(text, '.', 'Row 1')).toThrow('not an amount')
  })

  test.each([
    ['2026-01-31', 'dmy', '2026-01-31'],
    ['31.1.26', 'dmy', '2026-01-31'],
    ['1/31/2026', 'mdy', '2026-01-31'],
    ['31 Jan 2026', 'dmy', '2026-01-31'],
    ['20260131', 'dmy', '2026-01-31'],
    ['2026-01-31 14:05:00', 'ymd', '2026-01-31'],
  ] as const)('date %s (%s) is %s', (text, order, expected) => {
    expect(parseDate(text, order, 'Row 1')).toBe(expected)
  })

  test.each(['31/31/2026', '30.02.2026', 'soon', ''])('%j is no date', (text) => {
    expect(() => parseDate(text, 'dmy', 'Row 1')).toThrow('not a date')
  })

  test('refuses CSV without a mapping, and a file without rows', async () => {
    await expect(readEvents('a,b\n1,2\n')).rejects.toThrow('choose the columns')
    await expect(readEvents('Datum;Name;Zweck;Betrag\r\n', { mapping: MAPPING })).rejects.toThrow('no transactions')
  })
})
