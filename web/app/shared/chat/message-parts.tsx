import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import { formatMoney } from '#contract/money.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import type { Text } from '#contract/text.ts'
import { HiddenAmount } from '../amounts/hideable-amount.tsx'
import { useFile } from '../api/use-file.ts'
import { t } from '../i18n/i18n.ts'
import { TYPE_NAMES } from '../transaction-names.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { bookingNote } from '../ui/figures/booking-note.ts'
import { transactionDate, transactionDay } from '../ui/figures/transaction-date.ts'
import { splitLinks } from './split-links.ts'

/** Plain text: markup is shown as typed, and only URLs become links. */
export function MessageText({ text }: { text: Text }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
      {splitLinks(text).map(({ text: part, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium underline underline-offset-2"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** The message of a file that was sent without a text is its name. */
export const isFileName = (text: string) => /^[^\n]{1,200}\.(pdf|png|jpe?g|webp|gif|avif|heic|tiff?|bmp)$/i.test(text)

type AttachmentProps = { attachment: NonNullable<SupportMessage['attachment']>; name?: Text }

export function Attachment({ attachment, name }: AttachmentProps) {
  const { src, failed, retry } = useFile(attachment.imageUrl)
  if (failed)
    return (
      <button type="button" onClick={retry} className="min-h-11 text-start text-sm font-medium underline">
        {t('We couldn’t load this file. Try again')}
      </button>
    )
  if (!src) return <Skeleton className="h-40 w-56 max-w-full rounded-xl" />
  if (attachment.kind === 'image')
    return (
      <a href={src} download="attachment.jpg" className="grid gap-1" title={t('Download image')}>
        <img src={src} alt={t('Attachment')} className="max-h-72 w-auto max-w-full rounded-xl border border-line" />
        {name && <span className="px-1 text-sm break-all text-muted">{name}</span>}
      </a>
    )
  return (
    <a
      href={src}
      download="attachment.pdf"
      className="flex min-h-14 w-fit max-w-full items-center gap-3 rounded-xl border border-line bg-surface px-4 py-2 text-ink hover:border-edge"
    >
      <FileText aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={1.7} />
      <span className="grid min-w-0">
        {name && <span className="truncate font-medium">{name}</span>}
        <span className={name ? 'text-sm text-muted' : 'font-medium'}>{t('Download PDF')}</span>
      </span>
    </a>
  )
}

type CardProps = { card: TransactionCard; to?: string; hideAmount?: boolean }

/** The transaction that a message is about, with its current status. */
export function TransactionCardView({ card, to, hideAmount = false }: CardProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-4">
        <span className="font-semibold">{t(TYPE_NAMES[card.type])}</span>
        <StatusBadge status={card.status} />
      </span>
      <span className="display figures text-2xl break-all">
        {hideAmount ? <HiddenAmount /> : formatMoney(card.amount)}
      </span>
      <span className="figures flex flex-wrap gap-x-2 text-sm text-muted">
        {[card.reference, transactionDate(card.createdAt), bookingNote(card, transactionDay)].map(
          // A date that breaks between its day and its time is hard to read.
          (part) =>
            part && (
              <span key={part} className="whitespace-nowrap">
                {part}
              </span>
            ),
        )}
      </span>
    </>
  )
  const cardClass =
    'grid w-64 max-w-full min-w-0 gap-1 rounded-2xl border border-line bg-surface p-4 text-start text-ink shadow-card'
  return to ? (
    <Link to={to} className={`${cardClass} hover:border-edge`}>
      {content}
    </Link>
  ) : (
    <div className={cardClass}>{content}</div>
  )
}
