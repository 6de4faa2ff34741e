import { v7 as newId } from 'uuid'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Asked, Outcome } from '../../ledger/types.ts'

/** A transfer that stays inside the bank also opens a transaction for its receiver, so there is an id for that one too. */
export const approveTransaction = (ledger: Ledger, transactionId: string, asked: Asked): Promise<Outcome> =>
  ledger.submit({
    kind: 'approve',
    ...asked,
    transactionId,
    auditId: newId({ msecs: asked.at.getTime() }),
    receivingId: newId({ msecs: asked.at.getTime() }),
  })
