import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'

/** A transfer that stays inside the bank also opens a transaction for its receiver, so there is an id for that one too. */
export const approveTransaction = (ledger: Ledger, transactionId: string, asked: CommandContext): Promise<Outcome> =>
  ledger.submit({
    kind: 'approve',
    ...asked,
    transactionId,
    auditId: newIdAt(asked.at),
    receivingId: newIdAt(asked.at),
  })
