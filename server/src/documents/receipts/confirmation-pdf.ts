import { formalCurrency } from '#contract/currency-name.ts'
import { verbatim } from '#contract/text.ts'
import { longDayOf } from '../../platform/pdf/format.ts'
import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import { renderShortPdf } from '../../platform/pdf/one-page-pdf.ts'
import { STYLES, spaceOf } from '../../platform/pdf/page-layout.ts'
import { columnOf, type Fact, factRows, noticeBlock, textBlock } from '../../platform/pdf/parts.ts'
import { type IssueDetails, textsOf } from '../../platform/pdf/render.ts'
import { staffCopyBlocks } from '../../platform/pdf/staff-copy.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { accountName } from '../issuing/account-name.ts'
import type { Confirmation } from './confirmation.ts'

export function renderConfirmationPdf(
  letterhead: Letterhead,
  confirmation: Confirmation,
  issue: IssueDetails,
): AsyncGenerator<Uint8Array> {
  const { institution } = letterhead
  const { zone } = confirmation
  const bank = institution.legalName || institution.name
  const closed = isClosed(confirmation)
  const texts = textsOf(issue)
  const { t } = texts
  const day = longDayOf(issue.issuedAt, zone, texts)
  const title = t('Confirmation of account')
  return renderShortPdf(letterhead, {
    title,
    issue,
    content: (frame) => {
      const column = columnOf(frame)
      const text = closed
        ? t('{bank} confirms that the following account was kept in its books until it was closed.', { bank })
        : t('{bank} confirms that it keeps the following account in its books.', { bank })
      return [
        textBlock(title, STYLES.title, column, 'H1'),
        textBlock(day, STYLES.subtitle, column),
        ...staffCopyBlocks(issue, zone, column),
        spaceOf(26),
        textBlock(text, { ...STYLES.body, size: 10.5 }, column),
        ...warningBlocks(confirmation, column, t),
        spaceOf(16),
        ...factRows(factsOf(confirmation, texts), { ...column, labelWidth: 150 }),
        spaceOf(18),
        textBlock(
          t(
            'It describes the account on {day} and says nothing about its balance. It is valid without a signature: the document number shows whether it is genuine.',
            { day },
          ),
          STYLES.label,
          column,
        ),
      ]
    },
  })
}

const isClosed = ({ account, holder }: Confirmation) => account.closedAt !== null || holder.status === 'Closed'

function warningBlocks(confirmation: Confirmation, column: { x: number; width: number }, t: Texts['t']) {
  const closed = [
    spaceOf(14),
    noticeBlock(t('Closed account'), t('No payments can be made to or from it.'), 'negative', column),
  ]
  const unverified = [
    spaceOf(14),
    noticeBlock(
      t('Not verified'),
      t('The bank has not verified the identity of the account holder yet.'),
      'warning',
      column,
    ),
  ]
  return [...(isClosed(confirmation) ? closed : []), ...(confirmation.holder.isVerified ? [] : unverified)]
}

function factsOf(confirmation: Confirmation, texts: Texts): Fact[] {
  const { t } = texts
  const { account, holder, zone } = confirmation
  const facts: (Fact | null)[] = [
    [t('Account holder'), verbatim(holder.name)],
    holder.address.trim() ? [t('Address'), verbatim(holder.address)] : null,
    [t('Account number'), verbatim(account.number)],
    [
      t('Account'),
      account.kind === 'main' ? accountName(account, t) : t('{name} (savings account)', { name: account.name }),
    ],
    [t('Currency'), formalCurrency(texts)],
    [t('Opened on'), longDayOf(account.openedAt, zone, texts)],
    account.closedAt ? [t('Closed on'), longDayOf(account.closedAt, zone, texts)] : null,
    [t('Status'), isClosed(confirmation) ? t('Closed') : t('Open')],
  ]
  return facts.filter((fact) => fact !== null)
}
