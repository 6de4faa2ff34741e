import { useTokenRejected } from '../../api/auth-token.ts'
import { useConfirmationPending } from '../../api/confirmation.ts'

/** The session-ended or the confirmation dialog is on top: Escape must not close the dialog below it. */
export function useSessionDialogOpen(): boolean {
  const ended = useTokenRejected()
  const confirming = useConfirmationPending()
  return ended || confirming
}
