import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { dismissToast, holdToast, type Toast as ToastState, useToasts } from './toasts.ts'

const VISIBLE_MS = 5_000
const GAP_PX = 4

/**
 * Notifications at the top of the page, newest last. The two lists are there from the start, because a screen reader
 * only announces what is added to a live region it already knows: errors interrupt, everything else waits its turn.
 */
export function Toaster() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  useJumpKey(region, toasts.at(-1)?.id)
  useHeightForWindows(region)

  return (
    <section
      ref={region}
      aria-label="Notifications (F6)"
      // Beside a panel that stands at the right, not on its head.
      className="pointer-events-none fixed inset-x-0 top-1 z-50 mx-auto w-full max-w-md px-4 beside:[:root:has([data-beside])_&]:right-beside"
    >
      <Stack live="assertive" toasts={toasts.filter((toast) => toast.error)} />
      <Stack live="polite" toasts={toasts.filter((toast) => !toast.error)} />
    </section>
  )
}

function Stack({ live, toasts }: { live: 'assertive' | 'polite'; toasts: ToastState[] }) {
  return (
    <div aria-live={live} aria-relevant="additions" className="grid">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function Toast({ toast }: { toast: ToastState }) {
  const { id, message, error, action, buttonText, held } = toast
  // Held by the pointer or by the keyboard: when one of them leaves, the other may still be there.
  const focus = {
    onFocus: () => holdToast(id, true),
    onBlur: ({ currentTarget: toast, relatedTarget }: FocusEvent) =>
      holdToast(id, toast.matches(':hover') || toast.contains(relatedTarget as Node | null)),
  }
  const hover = {
    onMouseEnter: () => holdToast(id, true),
    onMouseLeave: ({ currentTarget: toast }: MouseEvent) => holdToast(id, toast.contains(document.activeElement)),
  }

  useEffect(() => {
    if (action || held) return
    const timer = setTimeout(() => dismissToast(id), VISIBLE_MS)
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
            dismissToast(id)
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
        onClick={() => dismissToast(id)}
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

/** F6 brings the keyboard to the newest toast from anywhere on the page. */
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
