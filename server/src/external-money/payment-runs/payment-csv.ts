import { csvHead, csvLine } from '#contract/csv.ts'
import { toDecimalText } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import type { Payment, PaymentRun } from './pain001.ts'

type Column = [name: string, toText: (payment: Payment, run: PaymentRun) => string]

const COLUMNS: Column[] = [
  ['Reference', ({ endToEndId }) => endToEndId],
  ['Amount', ({ amountCents }) => toDecimalText(amountCents)],
  ['Currency', (_, { currency }) => currency],
  ['Execute on', (_, { executeOn }) => executeOn],
  ['Account name', ({ creditorName }) => creditorName],
  ['Account number', ({ accountNumber }) => accountNumber],
  ['Bank', ({ bankName }) => bankName],
  ['IBAN', ({ iban }) => iban],
  ['SWIFT code', ({ bic }) => bic],
  ['Paid for', ({ payerName }) => payerName],
  ['Message', ({ remittance }) => remittance],
]

/** The payments for people and spreadsheets, with names as they were written. In English: the bytes are the same for every reader. */
export async function* writePaymentCsv(run: PaymentRun, payments: AsyncIterable<Payment>): AsyncGenerator<string> {
  yield csvHead(COLUMNS.map(([name]) => verbatim(name)))
  for await (const payment of payments) yield csvLine(COLUMNS.map(([, toText]) => toText(payment, run)))
}
