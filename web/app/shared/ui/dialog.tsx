import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTokenRejected } from '../api/auth-token.ts'
import { classNames } from './class-names.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** One step back, in a modal that has several. */
  onBack?: () => void
  /** What goes beneath the title. */
  intro?: ReactNode
  children: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  wide?: boolean
}

/**
 * A sheet from below on a phone, a window in the middle elsewhere. A press beside it does not close it: nobody should
 * lose a filled-in form to a slip of the thumb. What is too long scrolls inside, because the strip above it belongs to
 * the notifications, up to a third of the height: they should not cover the title and the way out.
 */
export function Dialog({ open, onClose, title, onBack, intro, children, initialFocus, wide = false }: Props) {
  const sessionEnded = useTokenRejected()
  const popup = useRef<HTMLDivElement>(null)
  const heading = useFocusOnChange(title, popup)
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal
      // The dialog that asks to sign in again stands above this one, and Escape is meant for it alone.
      onOpenChange={(next) => !next && !sessionEnded && onClose()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 grid grid-cols-1 grid-rows-[minmax(var(--toasts),1fr)_auto] sm:grid-rows-[minmax(var(--toasts),1fr)_auto_minmax(1.5rem,1fr)] sm:px-6">
          <BaseDialog.Popup
            ref={popup}
            initialFocus={initialFocus}
            className={classNames(
              'row-start-2 max-h-[calc(100dvh-var(--toasts))] w-full overflow-y-auto overscroll-contain scroll-pt-18 scroll-pb-4',
              'rounded-t-3xl bg-paper shadow-lifted outline-none motion-safe:animate-lift',
              'sm:max-h-[calc(100dvh-var(--toasts)-1.5rem)] sm:justify-self-center sm:rounded-3xl',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
            )}
          >
            <header className="sticky top-0 z-10 flex min-h-16 items-center gap-2 bg-paper px-3 pt-3 pb-1 sm:px-5 sm:pt-4">
              {onBack && (
                <button type="button" aria-label="Back" onClick={onBack} className={corner}>
                  <ArrowLeft aria-hidden className="size-5.5" />
                </button>
              )}
              <BaseDialog.Title
                ref={heading}
                tabIndex={-1}
                className={classNames('display min-w-0 flex-1 text-2xl wrap-anywhere outline-none', !onBack && 'pl-2')}
              >
                {title}
              </BaseDialog.Title>
              <BaseDialog.Close aria-label="Close" className={classNames(corner, 'self-start')}>
                <X aria-hidden className="size-5.5" />
              </BaseDialog.Close>
            </header>
            <div className="px-5 pt-1 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:px-7 sm:pb-7">
              {intro && <BaseDialog.Description className="mb-5 text-muted">{intro}</BaseDialog.Description>}
              {children}
            </div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const corner = 'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink'

/** With a step the button that led to it goes away, and the keyboard with it: then it goes on at the new heading. */
function useFocusOnChange(title: string, popup: RefObject<HTMLElement | null>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    // A step begins at its beginning, however far down the one before was.
    popup.current?.scrollTo(0, 0)
    const { activeElement } = document
    const lost = activeElement === popup.current || !popup.current?.contains(activeElement)
    if (lost) heading.current?.focus()
    // A step that begins with a field has gone there itself, and in a low window that may be further down.
    else activeElement?.scrollIntoView({ block: 'nearest' })
  }, [title, popup])
  return heading
}
