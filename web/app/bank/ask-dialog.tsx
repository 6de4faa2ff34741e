import type { Text } from '#contract/text.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Button } from '../shared/ui/button.tsx'
import type { Content } from '../shared/ui/content.ts'
import { Dialog } from '../shared/ui/dialogs/dialog.tsx'

type Props = {
  title: Text
  children: Content
  action: Text
  busy: boolean
  onAct: () => void
  onClose: () => void
}

/** Says what a step that can't be undone changes, before it is taken. */
export function AskDialog({ title, children, action, busy, onAct, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-6">
        <p>{children}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={busy} onClick={onAct}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('Keep it')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
