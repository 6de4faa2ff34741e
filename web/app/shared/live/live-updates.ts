import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { LiveEvent } from '#contract/notifications/events.ts'
import {
  isNotificationKind,
  isOfficeEventKind,
  isToastKind,
  type LiveTopic,
  NOTIFICATIONS,
  OFFICE_EVENTS,
  type OfficeEventKind,
} from '#contract/notifications/notification-kinds.ts'
import type { Text } from '#contract/text.ts'
import { queryClient } from '../api/query-client.ts'
import { reloadProfile, useSession } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { userMay } from '../session/permitted.tsx'
import { showToast } from '../ui/feedback/toasts.ts'
import { reloadBell } from './bell-query.ts'
import { useLiveEvents } from './live-events.ts'
import { notificationText } from './notification-text.ts'

const OFFICE_RELOAD_DELAY_MS = 1_000
/** Queries that events about money don't change: files are immutable, and threads subscribe by themselves. */
const INDEPENDENT_QUERIES = new Set(['file', 'support', 'bell', 'profile', 'settings'])

const reloadMoney = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !INDEPENDENT_QUERIES.has(String(queryKey[0])) })

const reloadVerification = () => void queryClient.invalidateQueries({ queryKey: ['verification'] })

const reloadAccounts = () => void queryClient.invalidateQueries({ queryKey: ['accounts'] })
const reloadScheduledPayments = () => void queryClient.invalidateQueries({ queryKey: ['scheduled-payments'] })
const reloadApiKeys = () => void queryClient.invalidateQueries({ queryKey: ['api-keys'] })
const reloadLimits = () => void queryClient.invalidateQueries({ queryKey: ['limits'] })

const RELOADS = {
  message: [reloadBell],
  seen: [reloadBell],
  transaction: [reloadBell, reloadMoney, reloadProfile],
  balance: [reloadBell, reloadMoney, reloadProfile],
  account: [
    reloadBell,
    reloadProfile,
    reloadAccounts,
    reloadScheduledPayments,
    reloadVerification,
    reloadLimits,
    reloadApiKeys,
  ],
  contact: [reloadBell, reloadProfile],
  proposal: [reloadBell],
  conversation: [reloadBell],
  reset: [reloadBell, reloadMoney, reloadProfile],
} satisfies Record<LiveTopic, readonly (() => unknown)[]>

const reload = (topic: LiveTopic) => {
  for (const reloadPart of RELOADS[topic]) void reloadPart()
}

/** Reloads the data on the screen when it changes on the server, and shows toasts. */
export function useLiveUpdates({ hideAmounts }: { hideAmounts: boolean }) {
  const { pathname, search } = useLocation()
  const session = useSession()
  const me = session.state === 'signedIn' ? session.user._id : null
  const officeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** A burst of office events reloads the lists once. */
  function reloadOfficeSoon() {
    officeTimer.current ??= setTimeout(() => {
      officeTimer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['office'] })
      void reloadBell()
    }, OFFICE_RELOAD_DELAY_MS)
  }

  useLiveEvents(({ reset, event }) => {
    if (reset) reload('reset')
    if (!event) return
    const { kind, topic, transaction, category } = event
    if (isOfficeEventKind(kind)) {
      reloadOfficeSoon()
      const text = OFFICE_TOASTS[kind](event, { pathname, search, me })
      const isOwnWork = session.state === 'signedIn' && userMay(session.user, OFFICE_EVENTS[kind].work)
      if (text && isOwnWork) showToast({ message: text })
      return
    }
    // A kind that a newer server added reloads by its topic.
    if (isNotificationKind(kind) && NOTIFICATIONS[kind].live === 'none') return
    reload(topic)
    const inThread = topic === 'message' && pathname === '/dashboard/support-user'
    // These pages say themselves what was changed on them.
    const inSecurity = SECURITY_KINDS[kind] === pathname
    if (isToastKind(kind) && !inThread && !inSecurity)
      showToast({ message: notificationText({ kind, transaction, category }, hideAmounts).text })
  })
}

const SECURITY_KINDS: Partial<Record<string, string>> = {
  'factor.added': '/dashboard/security',
  'factor.removed': '/dashboard/security',
  'recovery_codes.replaced': '/dashboard/security',
  'pin.changed': '/dashboard/pin',
  'api_key.created': '/dashboard/api-keys',
  'api_key.revoked': '/dashboard/api-keys',
}

type Screen = { pathname: string; search: string; me: string | null }
const isInbox = ({ pathname }: Screen) => pathname === '/dashboard/support'

/** The toast of each office event; null: the event only reloads, or the screen shows it already. */
const OFFICE_TOASTS = {
  'office.message': ({ userId }, screen) => {
    const threadIsOpen = isInbox(screen) && userId && screen.search.includes(userId)
    return threadIsOpen ? null : t('New message from a customer')
  },
  'office.reply': () => null,
  'office.contact': (_, screen) => (isInbox(screen) ? null : t('New contact form message')),
  'office.waiting': () => t('A transaction needs approval'),
  // The proposer knows; the others can confirm it.
  'office.proposed': ({ name, userId }, { me }) =>
    userId === me ? null : t('{name} proposed a change: a second member of staff must confirm', { name: name ?? '' }),
  'office.verification': () => t('A customer submitted documents for verification'),
  'office.seen': () => null,
  'office.conversation': () => null,
  'office.newsletter': () => null,
} satisfies Record<OfficeEventKind, (event: LiveEvent, screen: Screen) => Text | null>
