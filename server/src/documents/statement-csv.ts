import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import { encode, type Issued, STAFF_COPY } from './render.ts'
import type { Statement } from './statement.ts'
import type { StatementLine } from './statement-lines.ts'
import { balanceDayOf, balanceNameOf, firstDayOf } from './statement-months.ts'

type Column = [name: string, toText: (line: StatementLine) => string | undefined]

const COLUMNS: Column[] = [
  ['Booking date', ({ bookedOn }) => bookedOn],
  ['Value date', ({ valueOn }) => valueOn],
  ['Description', ({ description }) => description],
  ['Counterparty', ({ counterparty }) => counterparty?.name],
  ['Counterparty account', ({ counterparty }) => counterparty?.iban || counterparty?.accountNumber],
  ['Counterparty bank', ({ counterparty }) => counterparty?.bankName],
  ['Reference', ({ reference }) => reference],
  ['Amount', ({ amountCents }) => toDecimalText(amountCents)],
  ['Balance', ({ balanceAfterCents }) => toDecimalText(balanceAfterCents)],
  ['Currency', () => bankCurrency().code],
  ['Transaction ID', ({ transactionId }) => transactionId],
]

/**
 * RFC 4180, with a first and a last row for the balances. They have no amount, so that the column can be summed up. Each row
 * names the account, so that the file can't be shown as another person's; the header stays the first row for programs that import it.
 */
export const renderCsv = (statement: Statement, issued: Issued): AsyncIterable<Uint8Array> =>
  encode(rowsOf(statement, issued))

async function* rowsOf(statement: Statement, issued: Issued) {
  const { names, cells: origin } = originOf(statement, issued)
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS.map(([name]) => name), ...names])
  yield csvLine([...balanceCells('Opening balance', firstDayOf(statement.month), statement.openingCents), ...origin])
  for await (const line of statement.lines())
    yield csvLine([...COLUMNS.map(([, toText]) => toText(line) ?? ''), ...origin])
  const day = balanceDayOf(statement, issued.issuedAt)
  yield csvLine([...balanceCells(balanceNameOf(statement), day, statement.closingCents), ...origin])
}

/** The last columns, equal in every row. */
function originOf({ account, holder }: Statement, { number, staffCopy }: Issued) {
  const columns = [
    ['Account', account.number],
    ['Account holder', holder.name],
    ['Document number', number],
    ...(staffCopy ? [['Copy', STAFF_COPY]] : []),
  ] as [string, string][]
  return { names: columns.map(([name]) => name), cells: columns.map(([, cell]) => cell) }
}

function balanceCells(description: string, day: string, cents: bigint): string[] {
  const cells: Record<string, string> = {
    'Booking date': day,
    'Value date': day,
    Description: description,
    Balance: toDecimalText(cents),
    Currency: bankCurrency().code,
  }
  return COLUMNS.map(([name]) => cells[name] ?? '')
}
