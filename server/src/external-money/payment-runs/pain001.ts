import { toDecimalText } from '#contract/money.ts'
import { element, group } from '../../documents/xml.ts'
import { paymentText } from './payment-text.ts'

export type PaymentRun = {
  /** Unique for the bank that gets the file, at most 35 characters. */
  messageId: string
  createdAt: Date
  count: number
  totalCents: bigint
  currency: string
  initiator: string
  /** The institution's own account, from which the external bank pays. */
  debtor: { name: string; iban: string; number: string; bic: string }
  executeOn: string
}

export type Payment = {
  endToEndId: string
  amountCents: bigint
  /** On whose behalf the institution pays. */
  payerName: string
  creditorName: string
  iban: string
  accountNumber: string
  bic: string
  bankName: string
  remittance: string
}

/** A pain.001.001.09 customer credit transfer initiation with one payment information block, written as a stream. */
export async function* writePain001(run: PaymentRun, payments: AsyncIterable<Payment>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>`
  yield groupHeader(run)
  yield `<PmtInf>${paymentInformation(run)}`
  for await (const payment of payments) yield `\n${creditTransfer(payment, run.currency)}`
  yield '</PmtInf></CstmrCdtTrfInitn></Document>\n'
}

const totals = (run: PaymentRun): string =>
  element('NbOfTxs', String(run.count)) + element('CtrlSum', toDecimalText(run.totalCents))

const groupHeader = (run: PaymentRun): string =>
  group(
    'GrpHdr',
    element('MsgId', run.messageId, 35),
    element('CreDtTm', run.createdAt.toISOString()),
    totals(run),
    group('InitgPty', element('Nm', paymentText(run.initiator, 70))),
  )

const paymentInformation = (run: PaymentRun): string =>
  [
    element('PmtInfId', run.messageId, 35),
    element('PmtMtd', 'TRF'),
    totals(run),
    group('ReqdExctnDt', element('Dt', run.executeOn)),
    group('Dbtr', element('Nm', paymentText(run.debtor.name, 70))),
    group('DbtrAcct', accountId(run.debtor.iban, run.debtor.number) || group('Id', NOT_PROVIDED)),
    // The schema requires an agent; NOTPROVIDED is what ISO 20022 prescribes where there is no BIC.
    group('DbtrAgt', group('FinInstnId', run.debtor.bic ? element('BICFI', run.debtor.bic) : NOT_PROVIDED)),
    element('ChrgBr', 'SLEV'),
  ].join('')

/** Max140Text. */
export const MAX_REMITTANCE_LENGTH = 140

const NOT_PROVIDED = group('Othr', element('Id', 'NOTPROVIDED'))

const accountId = (iban: string, number: string): string =>
  group('Id', iban ? element('IBAN', iban) : group('Othr', element('Id', paymentText(number, 34))))

function creditTransfer(payment: Payment, currency: string): string {
  const bank = payment.bic ? element('BICFI', payment.bic) : element('Nm', paymentText(payment.bankName, 140))
  return group(
    'CdtTrfTxInf',
    group('PmtId', element('EndToEndId', payment.endToEndId, 35)),
    group('Amt', `<InstdAmt Ccy="${currency}">${toDecimalText(payment.amountCents)}</InstdAmt>`),
    group('UltmtDbtr', element('Nm', paymentText(payment.payerName, 70))),
    group('CdtrAgt', group('FinInstnId', bank)),
    group('Cdtr', element('Nm', paymentText(payment.creditorName, 70) || 'NOTPROVIDED')),
    group('CdtrAcct', accountId(payment.iban, payment.accountNumber)),
    group('RmtInf', element('Ustrd', paymentText(payment.remittance, MAX_REMITTANCE_LENGTH) || payment.endToEndId)),
  )
}
