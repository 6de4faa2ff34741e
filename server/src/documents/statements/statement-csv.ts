import { csvHead, csvLine } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { encode, type IssueDetails, STAFF_COPY, textsOf } from '../../platform/pdf/render.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { describeLine, type StatementLine } from '../statement-lines.ts'
import type { Statement } from './statement.ts'
import { balanceDayOf, balanceNameOf, firstDayOf } from './statement-months.ts'

type Column = [name: TextId, toText: (line: StatementLine, t: Texts['t']) => string | undefined]

const COLUMNS: Column[] = [
  [msg('Booking date'), ({ bookedOn }) => bookedOn],
  [msg('Value date'), ({ valueOn }) => valueOn],
  [msg('Description'), (line, t) => describeLine(line, t)],
  [msg('Counterparty'), ({ counterparty }) => counterparty?.name],
  [msg('Counterparty account'), ({ counterparty }) => counterparty?.iban || counterparty?.accountNumber],
  [msg('Counterparty bank'), ({ counterparty }) => counterparty?.bankName],
  [msg('Reference'), ({ reference }) => reference],
  [msg('Amount'), ({ amountCents }) => toDecimalText(amountCents)],
  [msg('Balance'), ({ balanceAfterCents }) => toDecimalText(balanceAfterCents)],
  [msg('Currency'), () => bankCurrency().code],
  [msg('Transaction ID'), ({ transactionId }) => transactionId],
]

/**
 * RFC 4180, with a first and a last row for the balances. They have no amount, so that the column can be summed up. Each row
 * names the account, so that the file can't be shown as another person's; the header stays the first row for programs that import it.
 */
export const renderCsv = (statement: Statement, issued: IssueDetails): AsyncIterable<Uint8Array> =>
  encode(rowsOf(statement, issued))

async function* rowsOf(statement: Statement, issued: IssueDetails) {
  const { t } = textsOf(issued)
  const { names, cells: origin } = originOf(statement, issued)
  yield csvHead([...COLUMNS.map(([name]) => t(name)), ...names, t('Message')])
  yield csvLine([
    ...balanceCells(t('Opening balance'), firstDayOf(statement.month), statement.openingCents),
    ...origin,
    '',
  ])
  for await (const line of statement.lines())
    yield csvLine([...COLUMNS.map(([, toText]) => toText(line, t) ?? ''), ...origin, line.message])
  const day = balanceDayOf(statement, issued.issuedAt)
  yield csvLine([...balanceCells(balanceNameOf(statement, t), day, statement.closingCents), ...origin, ''])
}

/** The columns after those of the line, equal in every row. A column that is added later comes after them: programs may count. */
function originOf({ account, holder }: Statement, issued: IssueDetails) {
  const { number, staffCopy } = issued
  const { t } = textsOf(issued)
  const columns = [
    [t('Account'), account.number],
    [t('Account holder'), holder.name],
    [t('Document number'), number],
    ...(staffCopy ? [[t('Copy'), t(STAFF_COPY)]] : []),
  ] as [Text, string][]
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
