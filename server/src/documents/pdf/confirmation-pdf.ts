import { currencyName } from '#contract/currency-name.ts'
import { bankCurrency } from '#contract/money.ts'
import type { Confirmation } from '../confirmation.ts'
import type { Issued } from '../render.ts'
import { longDayOf } from './format.ts'
import type { Letterhead } from './letterhead.ts'
import { renderShortPdf } from './one-page-pdf.ts'
import { STYLES, spaceOf } from './page-layout.ts'
import { columnOf, type Fact, factRows, noticeBlock, textBlock } from './parts.ts'
import { staffCopyBlocks } from './staff-copy.ts'

const TITLE = 'Confirmation of account'

export function renderConfirmationPdf(
  letterhead: Letterhead,
  confirmation: Confirmation,
  issue: Issued,
): AsyncGenerator<Uint8Array> {
  const { institution } = letterhead
  const { zone } = confirmation
  const bank = institution.legalName || institution.name
  const closed = isClosed(confirmation)
  return renderShortPdf(letterhead, {
    title: TITLE,
    issue,
    content: (frame) => {
      const column = columnOf(frame)
      const text = closed
        ? `${bank} confirms that the following account was kept in its books until it was closed.`
        : `${bank} confirms that it keeps the following account in its books.`
      return [
        textBlock(TITLE, STYLES.title, column, 'H1'),
        textBlock(longDayOf(issue.issuedAt, zone), STYLES.subtitle, column),
        ...staffCopyBlocks(issue, zone, column),
        spaceOf(26),
        textBlock(text, { ...STYLES.body, size: 10.5 }, column),
        ...warningBlocks(confirmation, column),
        spaceOf(16),
        ...factRows(factsOf(confirmation), { ...column, labelWidth: 150 }),
        spaceOf(18),
        textBlock(
          `It describes the account on ${longDayOf(issue.issuedAt, zone)} and says nothing about its balance. It is valid without a signature: the document number shows whether it is genuine.`,
          STYLES.label,
          column,
        ),
      ]
    },
  })
}

const isClosed = ({ account, holder }: Confirmation) => account.closedAt !== null || holder.status === 'Closed'

function warningBlocks(confirmation: Confirmation, column: { x: number; width: number }) {
  if (isClosed(confirmation))
    return [spaceOf(14), noticeBlock('Closed account', 'No payments can be made to or from it.', 'negative', column)]
  if (confirmation.holder.status === 'Pending')
    return [
      spaceOf(14),
      noticeBlock(
        'Not verified',
        'The bank has not verified the identity of the account holder yet.',
        'warning',
        column,
      ),
    ]
  return []
}

function factsOf(confirmation: Confirmation): Fact[] {
  const { account, holder, zone } = confirmation
  const facts: (Fact | null)[] = [
    ['Account holder', holder.name],
    holder.address.trim() ? ['Address', holder.address] : null,
    ['Account number', account.number],
    ['Account', account.kind === 'main' ? account.name : `${account.name} (savings account)`],
    ['Currency', `${currencyName('formal')} (${bankCurrency().code})`],
    ['Opened on', longDayOf(account.openedAt, zone)],
    account.closedAt ? ['Closed on', longDayOf(account.closedAt, zone)] : null,
    ['Status', isClosed(confirmation) ? 'Closed' : 'Open'],
  ]
  return facts.filter((fact) => fact !== null)
}
