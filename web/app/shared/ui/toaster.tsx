import { CircleCheck, CircleExclamationPoint, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { t } from '../i18n/i18n.ts'
import { classNames } from './class-names.ts'
import { dismissToast, holdToast, type Toast as ToastState, useToasts } from './toasts.ts'

const VISIBLE_MS = 5_000
const GAP_PX = 4

/**
 * Toasts at the top of the page, newest last. The two live regions exist from the start, because screen readers only
 * announce what is added to a known one: errors interrupt, other messages wait.
 */
export function Toaster() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  useJumpKey(region, toasts.at(-1)?.id)
  usePublishedHeight(region)

  return (
    <section
      ref={region}
      aria-label={t('Notifications (F6)')}
      // Next to an open side panel, not over its title.
      className="print:hidden pointer-events-none fixed inset-x-0 top-1 z-50 mx-auto w-full max-w-md px-4 beside:[:root:has([data-beside])_&]:end-beside"
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
  // Held by the pointer or the keyboard focus: when one leaves, the other may still hold it.
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
        // The margin belongs to the toast, so that an empty list takes no space.
        'pointer-events-auto mt-2 flex motion-safe:animate-drop items-center gap-3 rounded-2xl border py-2 pe-2 ps-4 shadow-lifted',
        error ? 'border-negative/40 bg-negative-soft text-negative' : 'border-line bg-surface text-ink',
      )}
    >
      {error ? <CircleExclamationPoint aria-hidden className="size-5 shrink-0" /> : <SuccessIcon />}
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
        aria-label={t('Close')}
        className="grid size-10 shrink-0 place-items-center rounded-full hover:bg-ink/8"
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}

const SuccessIcon = () => <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />

/** Publishes the height as a custom property, so that dialogs leave room for the toasts. */
function usePublishedHeight(region: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const bottomPx = element.offsetTop + element.offsetHeight
      document.documentElement.style.setProperty('--toasts-shown', `${bottomPx + GAP_PX}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--toasts-shown')
    }
  }, [region])
}

/** F6 moves the focus to the newest toast. */
function useJumpKey(region: React.RefObject<HTMLElement | null>, newest: number | undefined) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return
      // Not the last in the document: errors come first, however old they are.
      const button = region.current?.querySelector<HTMLElement>(`[data-notification="${newest}"] button`)
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [region, newest])
}
