import { CircleCheck, CircleExclamationPoint, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useEffect } from 'react'
import { t } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { dismissToast, holdToast, type Toast as ToastState } from './toasts.ts'

const VISIBLE_MS = 5_000

export function Toast({ toast }: { toast: ToastState }) {
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
          className="min-h-11 shrink-0 rounded-full px-3 text-sm font-semibold underline underline-offset-4"
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
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink/8"
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}

const SuccessIcon = () => <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />
