import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { decimal, encode } from './render.ts'
import { CURRENCY, type Statement } from './statement.ts'
import type { StatementLine } from './statement-lines.ts'
import { firstDayOf, lastDayOf } from './statement-months.ts'

type Column = [name: string, toText: (line: StatementLine) => string | undefined]

const COLUMNS: Column[] = [
  ['Booking date', ({ bookedOn }) => bookedOn],
  ['Value date', ({ valueOn }) => valueOn],
  ['Description', ({ description }) => description],
  ['Counterparty', ({ counterparty }) => counterparty?.name],
  ['Counterparty account', ({ counterparty }) => counterparty?.iban || counterparty?.accountNumber],
  ['Counterparty bank', ({ counterparty }) => counterparty?.bankName],
  ['Reference', ({ reference }) => reference],
  ['Amount', ({ amountCents }) => decimal(amountCents)],
  ['Balance', ({ balanceAfterCents }) => decimal(balanceAfterCents)],
  ['Currency', () => CURRENCY],
  ['Transaction ID', ({ transactionId }) => transactionId],
]

/** RFC 4180, with a first and a last row for the balances. They have no amount, so that the column can be summed up. */
export const renderCsv = (statement: Statement): AsyncIterable<Uint8Array> => encode(rowsOf(statement))

async function* rowsOf(statement: Statement) {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  yield balanceRow('Opening balance', firstDayOf(statement.month), statement.openingCents)
  for await (const line of statement.lines()) yield csvLine(COLUMNS.map(([, toText]) => toText(line) ?? ''))
  yield balanceRow('Closing balance', lastDayOf(statement.month), statement.closingCents)
}

function balanceRow(description: string, day: string, cents: bigint): string {
  const cells: Record<string, string> = {
    'Booking date': day,
    'Value date': day,
    Description: description,
    Balance: decimal(cents),
    Currency: CURRENCY,
  }
  return csvLine(COLUMNS.map(([name]) => cells[name] ?? ''))
}
