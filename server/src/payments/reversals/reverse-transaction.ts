import type { Ledger } from '../../ledger/ledger.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

type ReversalInput = { transactionId: string; reason: string }

export const reverseTransaction = (ledger: Ledger, input: ReversalInput, context: CommandContext): Promise<Outcome> => {
  const newId = () => newIdAt(context.at)
  return ledger.submit({
    kind: 'reverse',
    ...context,
    ...input,
    id: newId(),
    auditId: newId(),
    otherId: newId(),
    otherAuditId: newId(),
  })
}
