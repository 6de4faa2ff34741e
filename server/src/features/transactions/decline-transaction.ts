import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { Asked, Outcome } from '../../ledger/types.ts'

type Declined = { transactionId: string; reason: string }

export const declineTransaction = (
  ledger: Ledger,
  { transactionId, reason }: Declined,
  asked: Asked,
): Promise<Outcome> => ledger.submit({ kind: 'decline', ...asked, transactionId, reason, auditId: newIdAt(asked.at) })
