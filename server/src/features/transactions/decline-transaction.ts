import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'

type Declined = { transactionId: string; reason: string }

export const declineTransaction = (
  ledger: Ledger,
  { transactionId, reason }: Declined,
  asked: CommandContext,
): Promise<Outcome> => ledger.submit({ kind: 'decline', ...asked, transactionId, reason, auditId: newIdAt(asked.at) })
