import type { Ledger } from '../../ledger/ledger.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

type Approval = { transactionId: string; fresh: boolean; confirm: boolean }

/** `receivingId` is the id of the receiver's transaction, which an internal transfer opens. */
export const approveTransaction = (ledger: Ledger, approval: Approval, context: CommandContext): Promise<Outcome> =>
  ledger.submit({
    kind: 'approve',
    ...context,
    ...approval,
    auditId: newIdAt(context.at),
    receivingId: newIdAt(context.at),
    receivingAuditId: newIdAt(context.at),
  })
