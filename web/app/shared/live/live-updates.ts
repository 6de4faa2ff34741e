import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { LiveEvent } from '#contract/events.ts'
import { formatDollars } from '#contract/money.ts'
import { queryClient } from '../api/query-client.ts'
import { reloadProfile } from '../api/session.ts'
import { showToast } from '../ui/toasts.ts'
import { reloadBell } from './bell-query.ts'
import { useLiveEvents } from './live-events.ts'
import { notificationText } from './notification-text.ts'

const OFFICE_PAUSE_MS = 1_000
/** Never out of date by what happens: files don't change, and threads follow by themselves. */
const APART = new Set(['file', 'support', 'bell', 'profile'])

type Where = {
  hideAmounts: boolean
  /** In a room of the back office, which shows the amounts of what waits always. */ inOffice: boolean
}

/** Keeps what is on the screen true while it is there, and says what happened. */
export function useLiveUpdates({ hideAmounts, inOffice }: Where) {
  const { pathname, search } = useLocation()
  const officeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Administrators may see many things begin to wait at once: the lists are loaded once for all of them. */
  function reloadOfficeSoon() {
    officeTimer.current ??= setTimeout(() => {
      officeTimer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['office'] })
      void reloadBell()
    }, OFFICE_PAUSE_MS)
  }

  useLiveEvents(({ reset, event }) => {
    if (reset) {
      void reloadBell()
      void reloadProfile()
      reloadMoney()
    }
    if (!event) return
    if (event.kind.startsWith('office.')) {
      reloadOfficeSoon()
      tellOffice(event, { pathname, search, hideAmounts: hideAmounts && !inOffice })
      return
    }
    // Written on another device of the same person: it stands in the thread, and is no news.
    if (event.kind === 'support.sent') return
    void reloadBell()
    if (event.topic === 'transaction' || event.topic === 'balance') reloadMoney()
    if (event.topic !== 'message' && event.topic !== 'seen') void reloadProfile()
    const reading = event.topic === 'message' && pathname === '/dashboard/support-user'
    const words = notificationText(event, hideAmounts)
    if (words && !reading) showToast({ message: words.text })
  })
}

const reloadMoney = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !APART.has(String(queryKey[0])) })

type Reader = { pathname: string; search: string; hideAmounts: boolean }

function tellOffice({ kind, name, userId, message, transaction }: LiveEvent, reader: Reader) {
  const { pathname, search, hideAmounts } = reader
  const inInbox = pathname === '/dashboard/support'
  if (kind === 'office.message' && message && !message.isAdmin) {
    // Whoever has the thread open sees the message itself.
    if (inInbox && userId && search.includes(userId)) return
    showToast({ message: `New message from ${name}` })
  }
  if (kind === 'office.contact' && !inInbox) showToast({ message: `New message through the contact form from ${name}` })
  if (kind === 'office.waiting' && transaction) {
    const amount = hideAmounts ? '' : ` of ${formatDollars(Math.abs(transaction.amount))}`
    showToast({ message: `${transaction.type}${amount} by ${name} is waiting` })
  }
}
