import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

type Props = { text: Text; onRetry: () => unknown; busy?: boolean }

/** Shown in place of data that failed to load. */
export function LoadFailure({ text, onRetry, busy = false }: Props) {
  return (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="font-medium text-negative">
        {text}
      </p>
      <Button variant="secondary" busy={busy} onClick={() => void onRetry()}>
        {t('Try again')}
      </Button>
    </div>
  )
}
