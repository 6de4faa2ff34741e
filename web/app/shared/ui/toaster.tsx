import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { dismiss, hold, type Notification, useNotifications } from './notifications.ts'

const VISIBLE_MS = 5_000
const GAP_PX = 4

/**
 * Notifications at the top of the page, newest last. The two lists are there from the start, because a screen reader
 * only announces what is added to a live region it already knows: errors interrupt, everything else waits its turn.
 */
export function Toaster() {
  const notifications = useNotifications()
  const region = useRef<HTMLElement>(null)
  useJumpKey(region, notifications.at(-1)?.id)
  useHeightForWindows(region)

  return (
    <section
      ref={region}
      aria-label="Notifications (F6)"
      // Beside a panel that stands at the right, not on its head.
      className="pointer-events-none fixed inset-x-0 top-1 z-50 mx-auto w-full max-w-md px-4 beside:[:root:has([data-beside])_&]:right-beside"
    >
      <Stack live="assertive" notifications={notifications.filter((notification) => notification.error)} />
      <Stack live="polite" notifications={notifications.filter((notification) => !notification.error)} />
    </section>
  )
}

function Stack({ live, notifications }: { live: 'assertive' | 'polite'; notifications: Notification[] }) {
  return (
    <div aria-live={live} aria-relevant="additions" className="grid">
      {notifications.map((notification) => (
        <Toast key={notification.id} notification={notification} />
      ))}
    </div>
  )
}

function Toast({ notification }: { notification: Notification }) {
  const { id, message, error, action, buttonText, held } = notification
  // Held by the pointer or by the keyboard: when one of them leaves, the other may still be there.
  const focus = {
    onFocus: () => hold(id, true),
    onBlur: ({ currentTarget: toast, relatedTarget }: FocusEvent) =>
      hold(id, toast.matches(':hover') || toast.contains(relatedTarget as Node | null)),
  }
  const hover = {
    onMouseEnter: () => hold(id, true),
    onMouseLeave: ({ currentTarget: toast }: MouseEvent) => hold(id, toast.contains(document.activeElement)),
  }

  useEffect(() => {
    if (action || held) return
    const timer = setTimeout(() => dismiss(id), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [id, action, held])

  return (
    <div
      {...focus}
      {...hover}
      data-notification={id}
      data-error={error || undefined}
      className={classNames(
        // The gap is its own: a list without any takes no room.
        'pointer-events-auto mt-2 flex motion-safe:animate-drop items-center gap-3 rounded-2xl border py-2 pr-2 pl-4 shadow-lifted',
        error ? 'border-negative/40 bg-negative-soft text-negative' : 'border-line bg-surface text-ink',
      )}
    >
      {error ? <CircleAlert aria-hidden className="size-5 shrink-0" /> : <DoneMark />}
      <p className="min-w-0 flex-1 py-2 text-[0.9375rem] font-medium">{message}</p>
      {action && (
        <button
          type="button"
          className="min-h-10 shrink-0 rounded-full px-3 text-sm font-semibold underline underline-offset-4"
          onClick={() => {
            dismiss(id)
            action()
          }}
        >
          {buttonText}
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className="grid size-10 shrink-0 place-items-center rounded-full hover:bg-ink/8"
        onClick={() => dismiss(id)}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}

const DoneMark = () => <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />

/** Windows leave room for as many as are shown. */
function useHeightForWindows(region: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const shown = region.current
    if (!shown) return
    const watcher = new ResizeObserver(() => {
      const lowerEdge = shown.offsetTop + shown.offsetHeight
      document.documentElement.style.setProperty('--toasts-shown', `${lowerEdge + GAP_PX}px`)
    })
    watcher.observe(shown)
    return () => {
      watcher.disconnect()
      document.documentElement.style.removeProperty('--toasts-shown')
    }
  }, [region])
}

/** F6 brings the keyboard to the newest notification from anywhere on the page. */
function useJumpKey(region: React.RefObject<HTMLElement | null>, newest: number | undefined) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return
      // Not the last in the page: errors stand above everything else, however old they are.
      const button = region.current?.querySelector<HTMLElement>(`[data-notification="${newest}"] button`)
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [region, newest])
}
