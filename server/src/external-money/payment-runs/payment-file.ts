import { isValidBIC } from 'ibantools'
import { compactNumber } from '#contract/account-numbers.ts'
import type { PaymentFileFormat } from '#contract/external-money/payment-file-formats.ts'
import { findPaymentReferences } from '#contract/payments/payment-reference.ts'
import { isIban, paidIbanOf } from '../../ledger/paid-account.ts'
import { MAX_REMITTANCE_LENGTH, type Payment, type PaymentRun, writePain001 } from './pain001.ts'
import { writePaymentCsv } from './payment-csv.ts'
import { paymentText } from './payment-text.ts'
import type { PaymentRow, RunRow } from './store.ts'

const WRITERS = { pain001: writePain001, csv: writePaymentCsv } as const satisfies Record<PaymentFileFormat, unknown>

/** Written from what the run stored, so that the bytes are the same each time. */
export const writePaymentFile = (
  format: PaymentFileFormat,
  run: RunRow,
  pages: AsyncIterable<PaymentRow[]>,
): AsyncGenerator<string> => WRITERS[format](toRun(run), paymentsOf(pages, run.count))

/** Unique for every bank that gets a file: 'RUN-7-3a1c5e7b9d24'. */
export const messageIdOf = ({ id, number }: { id: string; number: bigint }) => `RUN-${number}-${id.slice(-12)}`

const toRun = (row: RunRow): PaymentRun => ({
  messageId: messageIdOf(row),
  createdAt: row.created_at,
  count: row.count,
  totalCents: row.total,
  currency: row.currency,
  initiator: row.initiator,
  debtor: {
    name: row.debtor_name,
    ...(isIban(compactNumber(row.debtor_number))
      ? { iban: compactNumber(row.debtor_number), number: '' }
      : { iban: '', number: row.debtor_number }),
    bic: '',
  },
  executeOn: row.execute_on,
})

/** A run that is cancelled while its file is read ends in an error, and not in a shorter file. */
async function* paymentsOf(pages: AsyncIterable<PaymentRow[]>, count: number): AsyncGenerator<Payment> {
  let written = 0
  for await (const rows of pages) {
    yield* rows.map(toPayment)
    written += rows.length
  }
  if (written !== count) throw new Error(`The run has ${written} of ${count} payments`)
}

const toPayment = (row: PaymentRow): Payment => ({
  endToEndId: row.end_to_end_id,
  amountCents: row.amount,
  payerName: row.payer_name,
  creditorName: row.party_name,
  ...accountOf(row),
  bic: bicIn(row.party_swift),
  bankName: row.party_bank,
  remittance: remittanceOf(row),
})

/**
 * A payment that comes back often has its text. If that names a customer by a payment reference, the reference of the transaction
 * stands before it, so that matching knows what comes back.
 */
function remittanceOf({ remittance, end_to_end_id: reference }: PaymentRow): string {
  const written = [remittance, paymentText(remittance, MAX_REMITTANCE_LENGTH)]
  return written.some((text) => findPaymentReferences(text).length > 0) ? `${reference} ${remittance}` : remittance
}

/** BICFIDec2014Identifier: one value that does not fit makes the whole file invalid. */
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Without it, banks find the payee's bank by the IBAN. */
function bicIn(text: string): string {
  const bic = compactNumber(text)
  return BIC.test(bic) && isValidBIC(bic) ? bic : ''
}

const accountOf = ({ party_iban, party_account }: PaymentRow): { iban: string; accountNumber: string } => ({
  iban: paidIbanOf({ iban: party_iban, accountNumber: party_account }),
  accountNumber: party_account,
})
