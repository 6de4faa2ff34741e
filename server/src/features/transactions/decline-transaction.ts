import { v7 as newId } from 'uuid'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Asked, Outcome } from '../../ledger/types.ts'

type Declined = { transactionId: string; reason: string }

export const declineTransaction = (
  ledger: Ledger,
  { transactionId, reason }: Declined,
  asked: Asked,
): Promise<Outcome> =>
  ledger.submit({ kind: 'decline', ...asked, transactionId, reason, auditId: newId({ msecs: asked.at.getTime() }) })
