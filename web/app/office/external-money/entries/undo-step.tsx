import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'

type Props = { entry: BankStatementEntry; busy: boolean; onUndo: () => void; onBack: () => void }

/** Says what undoing a booking does, before it does. */
export function UndoStep({ entry, busy, onUndo, onBack }: Props) {
  return (
    <div className="grid gap-3">
      <p className="font-medium">{t('Undo this booking?')}</p>
      <p className="text-[0.9375rem] text-muted">{effectOf(entry)}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" busy={busy} onClick={onUndo}>
          {t('Undo the booking')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </div>
  )
}

function effectOf({ booking, match, returnedReason, amount }: BankStatementEntry): Text {
  if (booking) return t('The opposite is booked, and the line is unmatched again.')
  if (returnedReason !== null) return t('The money does not go back to its sender. The line is unmatched again.')
  return match?.user && amount > 0
    ? t('What this booking credited to {name} is taken back. The line is unmatched again.', {
        name: match.user.fullName,
      })
    : t('The line is unmatched again. The payment itself stays as it is.')
}
