import { type FormEvent, useState } from 'react'
import type { Proposal } from '#contract/proposals.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { TextField } from '../../shared/ui/field.tsx'
import { proposalTitle } from './describe-proposal.ts'
import { useRejectProposal } from './use-proposal-decision.ts'

type Props = { proposal: Proposal; withdraws: boolean; open: boolean; onClose: () => void }

export function RejectDialog({ proposal, withdraws, open, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const reject = useRejectProposal(proposal._id, { withdraws, onDone: onClose })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setProblem('Enter a reason.')
    else reject.mutate(reason)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={withdraws ? 'Withdraw this proposal?' : 'Reject this proposal?'}
      intro={`${proposalTitle(proposal)}. Nothing changes, and the proposal stays in the list with your reason.`}
      focusFirstField
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Reason"
          maxLength={400}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" busy={reject.isPending}>
            {withdraws ? 'Withdraw' : 'Reject'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
