import type { Ledger } from '../../ledger/ledger.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

type DeclineInput = { transactionId: string; reason: string }

export const declineTransaction = (
  ledger: Ledger,
  { transactionId, reason }: DeclineInput,
  context: CommandContext,
): Promise<Outcome> =>
  ledger.submit({ kind: 'decline', ...context, transactionId, reason, auditId: newIdAt(context.at) })
