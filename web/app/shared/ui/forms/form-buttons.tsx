import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

type Props = { submit: Text; busy: boolean; onCancel: () => void }

/** The end of a form that a dialog or a step shows. */
export const FormButtons = ({ submit, busy, onCancel }: Props) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" busy={busy}>
      {submit}
    </Button>
    <Button variant="quiet" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  </div>
)
