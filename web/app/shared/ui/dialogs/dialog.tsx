import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import type { Content } from '../content.ts'
import { MountInParts, useOpenWhenMounted } from '../loading/mount-in-parts.tsx'
import { SheetHandle, useGestureClosing } from './sheet.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useSessionDialogOpen } from './use-session-dialog-open.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: Text
  /** Goes one step back, in a dialog with several steps. */
  onBack?: () => void
  /** Text below the title. */
  intro?: Content
  children: Content
  initialFocus?: RefObject<HTMLElement | null>
  /** Focuses the first field, except on touch, where that would open the keyboard over the form. */
  focusFirstField?: boolean
  wide?: boolean
  /** The input is still there when the dialog is opened again: gestures and Back close it without asking. */
  keepsInput?: boolean
  /** For large content on slow phones: mounts it in parts before the dialog opens. Not with fields that focus themselves. */
  inParts?: boolean
}

/**
 * A bottom sheet on a phone, which follows the finger, and a centered dialog elsewhere. A click outside does not close it, so that a filled-in form is
 * not lost by accident. Long content scrolls inside: the space above, up to a third of the height, is left for toasts,
 * which must not cover the title and the close button.
 */
export function Dialog({
  open,
  onClose,
  title,
  onBack,
  intro,
  children,
  initialFocus,
  focusFirstField = false,
  wide = false,
  keepsInput = false,
  inParts = false,
}: Props) {
  const covered = useSessionDialogOpen()
  const popup = useRef<HTMLDivElement>(null)
  const heading = useFocusOnChange(title, popup)
  const opener = useOpener(open)
  const opening = useOpenWhenMounted(open, inParts)
  const { mustAsk, leave, question, inputEvents } = useGestureClosing({ popup, open, keepsInput, onClose })
  const firstField = (openedBy: string) =>
    openedBy === 'touch'
      ? null
      : (popup.current?.querySelector<HTMLElement>('input, select, textarea') ?? heading.current)
  // What the library focuses by itself, found without measuring everything in the dialog.
  const firstButton = (openedBy: string) =>
    openedBy === 'touch' ? popup.current : (popup.current?.querySelector<HTMLElement>('header button') ?? null)
  return (
    <BaseDialog.Root
      open={opening.open}
      disablePointerDismissal
      onOpenChange={(next) => !next && !covered && onClose()}
    >
      {open && !covered && <CloseOnBack onBack={onBack ?? leave} />}
      <BaseDialog.Portal keepMounted={open && inParts}>
        <MountInParts inParts={inParts} onMounted={opening.onMounted}>
          <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
          <BaseDialog.Viewport className="fixed inset-0 z-40 grid grid-cols-1 grid-rows-[minmax(var(--toasts),1fr)_auto] sm:grid-rows-[minmax(var(--toasts),1fr)_auto_minmax(1.5rem,1fr)] sm:px-6">
            <BaseDialog.Popup
              ref={popup}
              {...inputEvents}
              finalFocus={opener}
              initialFocus={initialFocus ?? (focusFirstField ? firstField : firstButton)}
              className={classNames(
                'row-start-2 max-h-[calc(100dvh-var(--toasts))] w-full overflow-y-auto overscroll-contain scroll-pt-18 scroll-pb-4',
                'rounded-t-3xl bg-paper shadow-lifted outline-none motion-safe:animate-lift',
                'sm:max-h-[calc(100dvh-var(--toasts)-1.5rem)] sm:justify-self-center sm:rounded-3xl',
                wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
              )}
            >
              <header className="print:hidden sticky top-0 z-10 flex min-h-16 items-center gap-2 bg-paper px-3 pt-3 pb-1 sm:px-5 sm:pt-4">
                <SheetHandle popup={popup} mustAsk={mustAsk} onLeave={leave} />
                {onBack && (
                  <button type="button" aria-label={t('Back')} onClick={onBack} className={headerButton}>
                    <ArrowLeft aria-hidden className="size-5.5" />
                  </button>
                )}
                <BaseDialog.Title
                  ref={heading}
                  tabIndex={-1}
                  className={classNames(
                    'display min-w-0 flex-1 text-2xl wrap-anywhere outline-none',
                    !onBack && 'ps-2',
                  )}
                >
                  {title}
                </BaseDialog.Title>
                <BaseDialog.Close aria-label={t('Close')} className={classNames(headerButton, 'self-start')}>
                  <X aria-hidden className="size-5.5" />
                </BaseDialog.Close>
              </header>
              <div className="px-5 pt-1 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:px-7 sm:pb-7">
                {intro && <BaseDialog.Description className="mb-5 text-muted">{intro}</BaseDialog.Description>}
                {children}
              </div>
              {question}
            </BaseDialog.Popup>
          </BaseDialog.Viewport>
        </MountInParts>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function CloseOnBack({ onBack }: { onBack: () => void }) {
  useBackCloses(onBack)
  return null
}

const headerButton = 'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink'

/** A new step removes the button that had the focus: the focus then moves to the new heading. */
function useFocusOnChange(title: Text, popup: RefObject<HTMLElement | null>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    // Each step starts at the top.
    popup.current?.scrollTo(0, 0)
    const { activeElement } = document
    const lost = activeElement === popup.current || !popup.current?.contains(activeElement)
    if (lost) heading.current?.focus()
    // A step that starts with a field has focused it; in a low window it may be below the fold.
    else activeElement?.scrollIntoView({ block: 'nearest' })
  }, [title, popup])
  return heading
}

/**
 * Where the focus returns to. Read while rendering: a field with `autoFocus` takes the focus before the dialog itself looks,
 * and the focus would then return to the opener of an earlier dialog.
 */
function useOpener(open: boolean) {
  const opener = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  if (open && !wasOpen.current)
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  wasOpen.current = open
  return opener
}
