import { useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleX,
  Handshake,
  IdCard,
  Inbox,
  Info,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircle,
} from 'lucide-react'
import { Link } from 'react-router'
import { type BellStyle, isBellKind, NOTIFICATIONS } from '#contract/notifications/notification-kinds.ts'
import type { Bell as BellState, Notification } from '#contract/notifications/notifications.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { showError } from '../show-error.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/dialogs/popover.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { transactionDate } from '../ui/figures/transaction-date.ts'
import type { Trigger } from '../ui/loading/load-on-interaction.tsx'
import { bellQuery, markAsRead, unanswered } from './bell-query.ts'
import { groupReplies, notificationText } from './notification-text.ts'

export function BellPopup({ hideAmounts, trigger }: { hideAmounts: boolean; trigger: Trigger }) {
  const { data: bell, isError, isFetching, refetch } = useQuery(bellQuery)
  return (
    <Popover
      trigger={trigger}
      // Phones: across the screen, with a margin.
      className="absolute top-full end-0 z-40 mt-2 flex max-h-[min(34rem,80dvh)] w-[min(23rem,calc(100vw-1.5rem))] flex-col rounded-2xl border border-line bg-surface shadow-lifted outline-none max-sm:-end-2 motion-safe:animate-drop"
    >
      {({ titleId, descriptionId, close }) => (
        <>
          <div className="flex min-h-13 items-center justify-between gap-3 px-5 pt-2">
            <h2 id={titleId} className="font-semibold">
              {t('Notifications')}
            </h2>
            {bell && bell.unread > 0 && <MarkAll bell={bell} />}
          </div>
          <div className="min-h-0 overflow-y-auto p-2 pt-0">
            {!bell && isError && (
              <div className="grid justify-items-start gap-3 p-3">
                <p role="alert" className="text-negative">
                  {t('We couldn’t load your notifications.')}
                </p>
                <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
                  {t('Try again')}
                </Button>
              </div>
            )}
            {!bell && !isError && <Skeleton className="m-3 h-16" />}
            {bell && <NotificationList {...{ bell, hideAmounts, descriptionId }} onNavigate={close} />}
          </div>
        </>
      )}
    </Popover>
  )
}

function MarkAll({ bell }: { bell: BellState }) {
  const newest = bell.latest[0]?._id
  return (
    <button
      type="button"
      onClick={() => newest && void markAsRead({ upTo: newest }).catch((error) => showError(error))}
      className="min-h-9 rounded-full px-2 text-sm font-semibold text-accent hover:underline"
    >
      {t('Mark all as read')}
    </button>
  )
}

type NotificationListProps = { bell: BellState; hideAmounts: boolean; descriptionId: string; onNavigate: () => void }

function NotificationList({ bell, hideAmounts, descriptionId, onNavigate }: NotificationListProps) {
  const { latest, office } = bell
  // The server may be newer than this page and send kinds that it does not know.
  const known = latest.filter(({ kind }) => isBellKind(kind))
  const officeWork =
    unanswered(office) + (office?.transactions ?? 0) + (office?.verifications ?? 0) + (office?.proposals ?? 0)
  if (latest.length === 0 && officeWork === 0)
    return (
      <p id={descriptionId} className="px-3 pt-1 pb-3 text-muted">
        {t('Nothing new. Updates on your transactions and replies from support will appear here.')}
      </p>
    )
  return (
    <ul className="grid gap-0.5">
      {office && office.conversations > 0 && (
        <OfficeLine to="/dashboard/support" icon={Inbox} onNavigate={onNavigate}>
          {t(
            '{count, plural, one {{shown} unanswered conversation} other {{shown} unanswered conversations}}',
            countOf(office.conversations),
          )}
        </OfficeLine>
      )}
      {office && office.contact > 0 && (
        <OfficeLine to="/dashboard/support?tab=contact" icon={Mail} onNavigate={onNavigate}>
          {t(
            '{count, plural, one {{shown} unread contact form message} other {{shown} unread contact form messages}}',
            countOf(office.contact),
          )}
        </OfficeLine>
      )}
      {office && office.transactions > 0 && (
        <OfficeLine to="/dashboard/all-transactions" icon={ListChecks} onNavigate={onNavigate}>
          {t(
            '{count, plural, one {{shown} transaction needs approval} other {{shown} transactions need approval}}',
            countOf(office.transactions),
          )}
        </OfficeLine>
      )}
      {office && office.verifications > 0 && (
        <OfficeLine to="/dashboard/verifications" icon={IdCard} onNavigate={onNavigate}>
          {t(
            '{count, plural, one {{shown} new account needs verification} other {{shown} new accounts need verification}}',
            countOf(office.verifications),
          )}
        </OfficeLine>
      )}
      {office && office.proposals > 0 && (
        <OfficeLine to="/dashboard/proposals" icon={Handshake} onNavigate={onNavigate}>
          {t(
            '{count, plural, one {{shown} proposal waits for you} other {{shown} proposals wait for you}}',
            countOf(office.proposals),
          )}
        </OfficeLine>
      )}
      {groupReplies(known).map(({ notification, count }) => (
        <Line
          key={notification._id}
          notification={notification}
          count={count}
          hideAmounts={hideAmounts}
          onNavigate={onNavigate}
        />
      ))}
    </ul>
  )
}

/** The server counts no further than a hundred. */
const countOf = (count: number) => ({ count, shown: verbatim(count > 99 ? '100+' : String(count)) })

const lineClass = 'flex gap-3 rounded-xl px-3 py-2.5 hover:bg-ink/5 focus-visible:-outline-offset-2'

type OfficeLineProps = { to: string; icon: LucideIcon; onNavigate: () => void; children: Text }

function OfficeLine({ to, icon: Icon, onNavigate, children }: OfficeLineProps) {
  return (
    <li>
      <Link to={to} onClick={onNavigate} className={classNames(lineClass, 'bg-accent-soft text-accent')}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span className="figures font-medium">{children}</span>
      </Link>
    </li>
  )
}

type LineProps = { notification: Notification; count: number; hideAmounts: boolean; onNavigate: () => void }

function Line({ notification, count, hideAmounts, onNavigate }: LineProps) {
  const { text, to } = notificationText(notification, hideAmounts)
  const { icon: Icon, color } = STYLES[NOTIFICATIONS[notification.kind].bell]
  return (
    <li>
      <Link
        to={to}
        onClick={() => {
          onNavigate()
          // Opening a notification marks it as read; on failure it stays unread.
          if (!notification.read) void markAsRead({ _id: notification._id }).catch(() => {})
        }}
        className={lineClass}
      >
        <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', color)} />
        <span className="grid min-w-0 flex-1">
          <span className={classNames('figures', !notification.read && 'font-semibold')}>
            {count > 1
              ? notification.read
                ? t('{count} messages from support', { count })
                : t('{count} new messages from support', { count })
              : text}
          </span>
          <span className="figures text-sm text-muted">{transactionDate(notification.createdAt)}</span>
        </span>
        {!notification.read && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t('Unread')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

const STYLES: Record<BellStyle, { icon: LucideIcon; color: string }> = {
  success: { icon: CircleCheck, color: 'text-positive' },
  declined: { icon: CircleX, color: 'text-warning' },
  message: { icon: MessageCircle, color: 'text-accent' },
  info: { icon: Info, color: 'text-muted' },
}
