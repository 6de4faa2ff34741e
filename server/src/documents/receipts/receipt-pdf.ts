import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { Transaction } from '../../ledger/types.ts'
import { longDayOf } from '../../platform/pdf/format.ts'
import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import { renderShortPdf } from '../../platform/pdf/one-page-pdf.ts'
import { type Block, STYLES, spaceOf } from '../../platform/pdf/page-layout.ts'
import { PALETTE } from '../../platform/pdf/palette.ts'
import { columnOf, type Fact, factRows, fitted, noticeBlock, textBlock } from '../../platform/pdf/parts.ts'
import { type IssueDetails, textsOf } from '../../platform/pdf/render.ts'
import { staffCopyBlocks } from '../../platform/pdf/staff-copy.ts'
import type { TextStyle } from '../../platform/pdf/text-runs.ts'
import { formatCents, formatTime } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { accountName } from '../issuing/account-name.ts'
import { METHODS } from '../statement-lines.ts'
import type { Receipt } from './receipt.ts'

const STATUSES: Record<Transaction['status'], TextId> = {
  Pending: msg('Pending'),
  Completed: msg('Completed'),
  Declined: msg('Declined'),
}
const AMOUNT: TextStyle = { family: 'display', size: 34, color: PALETTE.ink }

export function renderReceiptPdf(
  letterhead: Letterhead,
  receipt: Receipt,
  issue: IssueDetails,
): AsyncGenerator<Uint8Array> {
  const { transaction, zone } = receipt
  const texts = textsOf(issue)
  const { t } = texts
  const amount = formatCents(transaction.amountCents, texts)
  const day = longDayOf(transaction.valueAt, zone, texts)
  return renderShortPdf(letterhead, {
    title: t('Transaction receipt {reference}', { reference: transaction.reference }),
    issue,
    content: (frame) => {
      const column = columnOf(frame)
      return [
        textBlock(t('Transaction receipt'), STYLES.title, column, 'H1'),
        textBlock(
          transaction.type === 'Deposit' ? t('Deposit of {day}', { day }) : t('Transfer of {day}', { day }),
          STYLES.subtitle,
          column,
        ),
        ...staffCopyBlocks(issue, zone, column),
        spaceOf(18),
        textBlock(amount, fitted(amount, AMOUNT, frame.width), column),
        spaceOf(10),
        statusBlock(receipt, texts, column),
        spaceOf(22),
        textBlock(t('Details'), STYLES.heading, column, 'H2'),
        spaceOf(4),
        ...factRows(factsOf(receipt, issue, texts), { ...column, labelWidth: 150 }),
      ]
    },
  })
}

/** What happened, in words that leave no doubt: only a booked transaction is a payment. */
function statusBlock(receipt: Receipt, texts: Texts, column: { x: number; width: number }): Block {
  const { status, bookedAt, reason, type } = receipt.transaction
  const { t } = texts
  if (status === 'Pending')
    return noticeBlock(
      t('Pending: not booked'),
      type === 'Deposit'
        ? t(
            'No money has been credited yet, and the transaction can still be declined. This receipt is no proof of payment.',
          )
        : t(
            'No money has been paid out yet, and the transaction can still be declined. This receipt is no proof of payment.',
          ),
      'warning',
      column,
    )
  if (status === 'Declined')
    return noticeBlock(
      t('Declined: no money was moved'),
      reason ? t('Reason: {reason}', { reason: texts.stored(reason) }) : t('The transaction was not carried out.'),
      'negative',
      column,
    )
  const booked = bookedAt ? t('Booked on {time}.', { time: formatTime(bookedAt, receipt.zone, texts) }) : verbatim('')
  if (receipt.reversedByReference) return reversedBlock(receipt, booked, texts, column)
  return noticeBlock(t('Completed'), booked, 'positive', column)
}

function reversedBlock(
  { transaction, reversedByReference }: Receipt,
  booked: Text,
  { t }: Texts,
  column: { x: number; width: number },
): Block {
  const reference = reversedByReference ?? ''
  const [title, text] = transaction.reversal?.isReturn
    ? [
        t('Completed, and returned later'),
        t('The other bank sent the money back. It was credited by the transaction {reference}.', { reference }),
      ]
    : [t('Completed, and reversed later'), t('Reversed by the transaction {reference}.', { reference })]
  return noticeBlock(title, joinTexts(' ', booked, text), 'warning', column)
}

function factsOf(receipt: Receipt, issue: IssueDetails, texts: Texts): Fact[] {
  const { transaction, account, holder, reversesReference, zone } = receipt
  const { status, method, valueAt, submittedAt, bookedAt, reference, message, id, isReturn, reason } = transaction
  const { t } = texts
  const facts: (Fact | null)[] = [
    [t('Status'), t(STATUSES[status])],
    [t('Reference'), verbatim(reference)],
    [t('Method'), t(METHODS[method])],
    [t('Account holder'), verbatim(holder.name)],
    [t('Account'), verbatim(`${account.number} (${accountName(account, t)})`)],
    ...partyFacts(transaction, t),
    message ? [t('Message'), verbatim(message)] : null,
    reversesReference === null ? null : [isReturn ? t('Return of') : t('Reversal of'), verbatim(reversesReference)],
    isReturn && reason ? [t('Reason'), texts.stored(reason)] : null,
    [t('Submitted on'), formatTime(submittedAt, zone, texts)],
    [t('Value date'), longDayOf(valueAt, zone, texts)],
    bookedAt ? [t('Booking date'), longDayOf(bookedAt, zone, texts)] : null,
    [t('Transaction number'), verbatim(id)],
    [t('Issued on'), formatTime(issue.issuedAt, zone, texts)],
  ]
  return facts.filter((fact) => fact !== null)
}

function partyFacts({ type, counterparty, currency, rate, amountDue }: Transaction, t: Texts['t']): (Fact | null)[] {
  const given = (label: Text, value = ''): Fact | null => (value ? [label, verbatim(value)] : null)
  return [
    given(type === 'Deposit' ? t('From') : t('To'), counterparty?.name),
    given(t('Account number'), counterparty?.accountNumber),
    given(t('Bank'), counterparty?.bankName),
    given(verbatim('IBAN'), counterparty?.iban),
    given(t('SWIFT code'), counterparty?.swiftCode),
    amountDue === null ? null : given(t('Amount in crypto'), `${amountDue} ${currency}`),
    rate === null ? null : given(t('Rate'), rate),
  ]
}
