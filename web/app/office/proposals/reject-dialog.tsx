import type { FormEvent } from 'react'
import type { Proposal } from '#contract/authority/proposals.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { ReasonField, useReason } from '../parts/reason-field.tsx'
import { proposalTitle } from './describe-proposal.ts'
import { useRejectProposal } from './use-proposal-decision.ts'

type Props = { proposal: Proposal; withdraws: boolean; open: boolean; onClose: () => void }

export function RejectDialog({ proposal, withdraws, open, onClose }: Props) {
  const { reason, isMissing, field } = useReason()
  const reject = useRejectProposal(proposal._id, { withdraws, onDone: onClose })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMissing()) reject.mutate(reason)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={withdraws ? t('Withdraw this proposal?') : t('Reject this proposal?')}
      intro={t('{title}. Nothing changes, and the proposal stays in the list with your reason.', {
        title: proposalTitle(proposal),
      })}
      focusFirstField
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ReasonField {...field} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" busy={reject.isPending}>
            {withdraws ? t('Withdraw') : t('Reject')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
