import { cloneElement, startTransition, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Content } from '../content.ts'
import type { Trigger } from '../loading/load-on-interaction.tsx'

type Props = {
  trigger: Trigger
  /** The position of the popover, next to the trigger. */
  className: string
  children: (parts: { titleId: string; descriptionId: string; close: () => void }) => Content
}

/**
 * A non-modal dialog beside its trigger, open at first. Placed by styles alone: the component library's popover measures the
 * page several times before it opens, which took 70 ms on a desktop.
 */
export function Popover({ trigger, className, children }: Props) {
  const [open, setOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    // The focused element disappears.
    if (popup.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && Boolean(popup.current?.contains(target) || button.current?.contains(target))
  useLayoutEffect(() => {
    if (!open) return
    const first = popup.current?.querySelector<HTMLElement>('a, button') ?? popup.current
    first?.focus({ preventScroll: true })
  }, [open])
  useClosing(open, close, isInside)
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        onClick: () => (open ? close() : startTransition(() => setOpen(true))),
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <div
          ref={popup}
          id={id}
          role="dialog"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-description`}
          tabIndex={-1}
          onBlur={({ relatedTarget }) => relatedTarget && !isInside(relatedTarget) && close()}
          className={className}
        >
          {children({ titleId: `${id}-title`, descriptionId: `${id}-description`, close })}
        </div>
      )}
    </>
  )
}

/** Escape, and a press anywhere else. */
function useClosing(open: boolean, close: () => void, isInside: (target: EventTarget | null) => boolean) {
  const latest = useRef({ close, isInside })
  // Layout effects: a key pressed right after the popup is shown must find the listener.
  useLayoutEffect(() => {
    latest.current = { close, isInside }
  })
  useLayoutEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => !latest.current.isInside(target) && latest.current.close()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only this popup closes, not a panel below it.
      event.stopPropagation()
      latest.current.close()
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [open])
}
