import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

type Props = { onKeep: () => void; onDiscard: () => void }

/** Asked when a page with input is left. */
export function LeaveQuestion({ onKeep, onDiscard }: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="fixed inset-0 z-45 bg-veil" />
        <AlertDialog.Viewport className="fixed inset-0 z-45 grid place-items-center px-5">
          <AlertDialog.Popup
            initialFocus={keep}
            className="grid w-full max-w-sm gap-5 rounded-3xl bg-paper p-6 shadow-lifted outline-none motion-safe:animate-lift"
          >
            <div className="grid gap-2">
              <AlertDialog.Title className="display text-2xl">{t('Discard what you typed?')}</AlertDialog.Title>
              <AlertDialog.Description className="text-muted">{t('It has not been saved.')}</AlertDialog.Description>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button ref={keep} onClick={onKeep}>
                {t('Keep editing')}
              </Button>
              <Button variant="danger" onClick={onDiscard}>
                {t('Discard')}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
