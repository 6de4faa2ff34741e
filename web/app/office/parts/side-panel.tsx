import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import type { Content } from '../../shared/ui/content.ts'
import { SheetHandle, useGestureClosing } from '../../shared/ui/dialogs/sheet.tsx'
import { useSessionDialogOpen } from '../../shared/ui/dialogs/use-session-dialog-open.ts'

type Props = { open: boolean; onClose: () => void; children: Content }

/**
 * Details beside a list. It is not modal, so that j and k still move through the rows; on a phone it is a modal sheet, which
 * follows the finger. On narrow screens it leaves room for notifications at the top.
 */
export function SidePanel({ open, onClose, children }: Props) {
  const isPhone = useIsPhone()
  const covered = useSessionDialogOpen()
  const panel = useRef<HTMLDivElement>(null)
  const { mustAsk, leave, question, inputEvents } = useGestureClosing({
    popup: panel,
    open,
    keepsInput: false,
    onClose,
  })
  return (
    <Dialog.Root
      open={open}
      modal={isPhone}
      disablePointerDismissal
      onOpenChange={(next, { reason }) => !next && !covered && reason !== 'focus-out' && onClose()}
    >
      <Dialog.Portal>
        {isPhone && <Dialog.Backdrop className="fixed inset-0 z-35 bg-veil" />}
        <Dialog.Popup
          ref={panel}
          {...inputEvents}
          data-beside
          // Screen readers start at the evidence, not at the close button.
          initialFocus={panel}
          className="fixed top-(--toasts) end-0 bottom-0 z-35 flex w-full flex-col overflow-hidden rounded-t-3xl border-line bg-paper shadow-lifted outline-none motion-safe:animate-drop sm:w-[min(var(--spacing-beside),90vw)] sm:rounded-se-none sm:border-s beside:top-0 beside:rounded-none"
        >
          {children}
          <SheetHandle popup={panel} mustAsk={mustAsk} onLeave={leave} />
          {question}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const PanelClose = () => (
  <Dialog.Close
    aria-label={t('Close')}
    className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
  >
    <X aria-hidden className="size-5.5" />
  </Dialog.Close>
)

const PHONE = '(max-width: 639px)'

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(PHONE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
}
