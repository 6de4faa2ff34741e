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

const OFFICE_RELOAD_DELAY_MS = 1_000
/** Queries that events about money don't invalidate: files never change, the others have their own reload. */
const INDEPENDENT_QUERIES = new Set(['file', 'support', 'bell', 'profile'])

type LiveUpdateOptions = {
  hideAmounts: boolean
  /** The back office always shows amounts. */
  inOffice: boolean
}

/** Reloads what an event has changed, and shows a toast for it. */
export function useLiveUpdates({ hideAmounts, inOffice }: LiveUpdateOptions) {
  const { pathname, search } = useLocation()
  const officeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Administrators may get many events at once: the lists are reloaded once for all of them. */
  function reloadOfficeSoon() {
    officeTimer.current ??= setTimeout(() => {
      officeTimer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['office'] })
      void reloadBell()
    }, OFFICE_RELOAD_DELAY_MS)
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
      showOfficeToast(event, { pathname, search, hideAmounts: hideAmounts && !inOffice })
      return
    }
    // Sent by the same customer on another device: it appears in the thread and needs no toast.
    if (event.kind === 'support.sent') return
    void reloadBell()
    if (event.topic === 'transaction' || event.topic === 'balance') reloadMoney()
    if (event.topic !== 'message' && event.topic !== 'seen') void reloadProfile()
    const inThread = event.topic === 'message' && pathname === '/dashboard/support-user'
    const content = notificationText(event, hideAmounts)
    if (content && !inThread) showToast({ message: content.text })
  })
}

const reloadMoney = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !INDEPENDENT_QUERIES.has(String(queryKey[0])) })

type ToastOptions = { pathname: string; search: string; hideAmounts: boolean }

function showOfficeToast({ kind, name, userId, message, transaction }: LiveEvent, options: ToastOptions) {
  const { pathname, search, hideAmounts } = options
  const inInbox = pathname === '/dashboard/support'
  if (kind === 'office.message' && message && !message.isAdmin) {
    // The open thread shows the message itself.
    if (inInbox && userId && search.includes(userId)) return
    showToast({ message: `New message from ${name}` })
  }
  if (kind === 'office.contact' && !inInbox) showToast({ message: `New message through the contact form from ${name}` })
  if (kind === 'office.waiting' && transaction) {
    const amount = hideAmounts ? '' : ` of ${formatDollars(Math.abs(transaction.amount))}`
    showToast({ message: `${transaction.type}${amount} by ${name} is waiting` })
  }
}
