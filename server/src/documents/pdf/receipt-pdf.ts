import type { Transaction } from '../../ledger/types.ts'
import type { Receipt } from '../receipt.ts'
import type { Issued } from '../render.ts'
import { METHODS } from '../statement-lines.ts'
import { dayAndTime, formatCents, longDayOf } from './format.ts'
import type { Letterhead } from './letterhead.ts'
import { renderShortPdf } from './one-page-pdf.ts'
import { type Block, STYLES, spaceOf } from './page-layout.ts'
import { PALETTE } from './palette.ts'
import { columnOf, type Fact, factRows, fitted, noticeBlock, textBlock } from './parts.ts'
import { staffCopyBlocks } from './staff-copy.ts'
import type { TextStyle } from './text-runs.ts'

const TITLE = 'Transaction receipt'
const AMOUNT: TextStyle = { family: 'display', size: 34, color: PALETTE.ink }

export function renderReceiptPdf(letterhead: Letterhead, receipt: Receipt, issue: Issued): AsyncGenerator<Uint8Array> {
  const { transaction, zone } = receipt
  const amount = formatCents(transaction.amountCents)
  return renderShortPdf(letterhead, {
    title: `${TITLE} ${transaction.reference}`,
    issue,
    content: (frame) => {
      const column = columnOf(frame)
      return [
        textBlock(TITLE, STYLES.title, column, 'H1'),
        textBlock(`${transaction.type} of ${longDayOf(transaction.valueAt, zone)}`, STYLES.subtitle, column),
        ...staffCopyBlocks(issue, zone, column),
        spaceOf(18),
        textBlock(amount, fitted(amount, AMOUNT, frame.width), column),
        spaceOf(10),
        statusBlock(receipt, column),
        spaceOf(22),
        textBlock('Details', STYLES.heading, column, 'H2'),
        spaceOf(4),
        ...factRows(factsOf(receipt, issue), { ...column, labelWidth: 150 }),
      ]
    },
  })
}

/** What happened, in words that leave no doubt: only a booked transaction is a payment. */
function statusBlock({ transaction, zone, reversedByReference }: Receipt, column: { x: number; width: number }): Block {
  const { status, bookedAt, reason, type } = transaction
  if (status === 'Pending')
    return noticeBlock(
      'Pending: not booked',
      `No money has been ${type === 'Deposit' ? 'credited' : 'paid out'} yet, and the transaction can still be declined. This receipt is no proof of payment.`,
      'warning',
      column,
    )
  if (status === 'Declined')
    return noticeBlock(
      'Declined: no money was moved',
      reason ? `Reason: ${reason}` : 'The transaction was not carried out.',
      'negative',
      column,
    )
  const booked = bookedAt ? `Booked on ${dayAndTime(bookedAt, zone)}.` : ''
  if (reversedByReference)
    return noticeBlock(
      `Completed, and ${transaction.reversal?.isReturn ? 'returned' : 'reversed'} later`,
      transaction.reversal?.isReturn
        ? `${booked} The other bank sent the money back. It was credited by the transaction ${reversedByReference}.`
        : `${booked} Reversed by the transaction ${reversedByReference}.`,
      'warning',
      column,
    )
  return noticeBlock('Completed', booked, 'positive', column)
}

function factsOf({ transaction, account, holder, reversesReference, zone }: Receipt, issue: Issued): Fact[] {
  const { status, method, valueAt, submittedAt, bookedAt, reference, id } = transaction
  const facts: (Fact | null)[] = [
    ['Status', status],
    ['Reference', reference],
    ['Method', METHODS[method]],
    ['Account holder', holder.name],
    ['Account', `${account.number} (${account.name})`],
    ...partyFacts(transaction),
    reversesReference === null ? null : [transaction.isReturn ? 'Return of' : 'Reversal of', reversesReference],
    transaction.isReturn && transaction.reason ? ['Reason', transaction.reason] : null,
    ['Submitted on', dayAndTime(submittedAt, zone)],
    ['Value date', longDayOf(valueAt, zone)],
    bookedAt ? ['Booking date', longDayOf(bookedAt, zone)] : null,
    ['Transaction number', id],
    ['Issued on', dayAndTime(issue.issuedAt, zone)],
  ]
  return facts.filter((fact) => fact !== null)
}

function partyFacts({ type, counterparty, currency, rate, amountDue }: Transaction): (Fact | null)[] {
  const who = type === 'Deposit' ? 'From' : 'To'
  const given = (label: string, value = ''): Fact | null => (value ? [label, value] : null)
  return [
    given(who, counterparty?.name),
    given('Account number', counterparty?.accountNumber),
    given('Bank', counterparty?.bankName),
    given('IBAN', counterparty?.iban),
    given('SWIFT code', counterparty?.swiftCode),
    amountDue === null ? null : given('Amount in crypto', `${amountDue} ${currency}`),
    rate === null ? null : given('Rate', rate),
  ]
}
