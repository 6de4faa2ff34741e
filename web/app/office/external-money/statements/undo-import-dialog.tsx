import { useMutation } from '@tanstack/react-query'
import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import type { undoBankStatement } from '#contract/external-money/statement-undo.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { outcomeOf } from '../../proposals/proposed.ts'
import { dayText } from '../layout/day-text.ts'

type Props = { statement: BankStatement; open: boolean; onClose: () => void }

/** What undoing does, before it is done. */
export function UndoImportDialog({ statement, open, onClose }: Props) {
  const { _id: id, account, from, to, lines: counts, states } = statement
  const undo = useMutation({
    mutationFn: () => call<typeof undoBankStatement>('POST', '/admin/bank-statements/:id/undo', { params: { id } }),
    onSuccess: (answer) => {
      const [message] = outcomeOf(answer, t('Import undone'))
      showToast({ message })
      onClose()
      void reloadOffice()
    },
    onError: (error) => showError(error),
  })
  const count = counts.total - counts.known
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Undo this import?')}
      intro={t('{name}, {from} to {to}', { name: account.name, from: dayText(from), to: dayText(to) })}
    >
      <div className="grid gap-5">
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>
            {t(
              '{count, plural, one {# line leaves} other {# lines leave}} all lists, balances and the reconciliation.',
              {
                count,
              },
            )}
          </li>
          <li>{t('What they booked to suspense is booked back. Nothing is deleted from the books.')}</li>
          <li>{t('The file can be imported again, for another account, too.')}</li>
          <li>{t('If a line was booked before, a second member of staff has to confirm.')}</li>
        </ul>
        {states.booked > 0 && (
          <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3">
            {t('{count, plural, one {# line is} other {# lines are}} booked. Undo that first.', {
              count: states.booked,
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={undo.isPending} disabled={states.booked > 0} onClick={() => undo.mutate()}>
            {t('Undo the import')}
          </Button>
          <Button variant="quiet" disabled={undo.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
