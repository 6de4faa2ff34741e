import { Check, CheckCheck, CircleAlert, RotateCcw, Trash2 } from 'lucide-react'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import type { Content } from '../ui/content.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { timeFor } from '../ui/figures/dates.ts'
import { Attachment, isFileName, MessageText, TransactionCardView } from './message-parts.tsx'
import type { UnsentMessage } from './unsent-messages.ts'

type BubbleContent = {
  message: Text
  attachment?: SupportMessage['attachment']
  transaction?: TransactionCard | null
}
type Props = {
  content: BubbleContent
  own: boolean
  /** The author's name, where the side of the bubble does not say it. */
  author?: Text | null
  cardHref?: (card: TransactionCard) => string
  hideAmounts?: boolean
  failed?: boolean
  /** The first message of a group has more space above it. */
  startsGroup?: boolean
  children: Content
}

function Bubble({ content, own, author, cardHref, hideAmounts, failed = false, startsGroup = true, children }: Props) {
  const { message, attachment, transaction } = content
  // A file sent without a text has its name as the message.
  const isFileOnly = attachment && isFileName(message)
  return (
    <li
      className={classNames(
        'flex max-w-full',
        startsGroup ? 'mt-3' : 'mt-1',
        own ? 'justify-end ps-8 sm:ps-16' : 'justify-start pe-8 sm:pe-16',
      )}
    >
      <div
        className={classNames(
          'grid max-w-xl min-w-0 grid-cols-[minmax(0,auto)] gap-1.5',
          own ? 'justify-items-end' : 'justify-items-start',
        )}
      >
        {author && <span className="px-1 text-[0.8125rem] font-medium text-muted">{author}</span>}
        {transaction && (
          <TransactionCardView card={transaction} to={cardHref?.(transaction)} hideAmount={hideAmounts} />
        )}
        {attachment && <Attachment attachment={attachment} name={isFileOnly ? message : undefined} />}
        {!isFileOnly && (
          <div className={classNames('w-fit max-w-full min-w-0 rounded-2xl px-4 py-2.5', bubbleClass(own, failed))}>
            <MessageText text={message} />
          </div>
        )}
        {children && (
          <div className="flex flex-wrap items-center gap-x-2 px-1 text-[0.8125rem] text-muted">{children}</div>
        )}
      </div>
    </li>
  )
}

function bubbleClass(own: boolean, failed: boolean): string {
  if (failed) return 'rounded-ee-md border border-negative/50 bg-negative-soft text-ink'
  return own ? 'rounded-ee-md bg-accent text-on-accent' : 'rounded-es-md border border-line bg-surface text-ink'
}

type SentProps = Omit<Props, 'content' | 'children' | 'failed'> & {
  message: SupportMessage
  /** The last message of a group shows the time and whether it was seen. */
  endsGroup: boolean
  reader: 'person' | 'staff'
}

export function SentBubble({ message, endsGroup, reader, ...props }: SentProps) {
  return (
    <Bubble content={message} {...props}>
      {endsGroup && (
        <>
          <time dateTime={message.createdAt} className="figures">
            {timeFor(reader, message.createdAt)}
          </time>
          {props.own && <DeliveryStatus seen={message.seenAt !== null} />}
        </>
      )}
    </Bubble>
  )
}

function DeliveryStatus({ seen }: { seen: boolean }) {
  const Icon = seen ? CheckCheck : Check
  return (
    <span className={classNames('inline-flex items-center gap-1', seen && 'text-accent')}>
      <Icon aria-hidden className="size-4" />
      {seen ? t('Seen') : t('Sent')}
    </span>
  )
}

type UnsentProps = { unsent: UnsentMessage; hideAmounts?: boolean; onRetry: () => void; onRemove: () => void }

export function UnsentBubble({ unsent, hideAmounts, onRetry, onRemove }: UnsentProps) {
  if (unsent.error === null)
    return (
      <Bubble content={unsent} own hideAmounts={hideAmounts}>
        <Spinner className="size-3.5" />
        {t('Sending')}
      </Bubble>
    )
  const action = 'inline-flex min-h-8 items-center gap-1 font-semibold underline underline-offset-4'
  return (
    <Bubble content={unsent} own failed hideAmounts={hideAmounts}>
      <span role="alert" className="inline-flex items-center gap-1 text-negative">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {t('Not sent. {error}', { error: unsent.error })}
      </span>
      <button type="button" onClick={onRetry} className={classNames(action, 'text-accent')}>
        <RotateCcw aria-hidden className="size-3.5" />
        {t('Send again')}
      </button>
      <button type="button" onClick={onRemove} className={action}>
        <Trash2 aria-hidden className="size-3.5" />
        {t('Remove')}
      </button>
    </Bubble>
  )
}
