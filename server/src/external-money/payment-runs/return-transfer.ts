import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'

type ReturnInput = { transactionId: string; reason: string }

export const returnTransfer = (ledger: Ledger, input: ReturnInput, context: CommandContext): Promise<Outcome> =>
  ledger.submit({ kind: 'return', ...context, ...input, id: newIdAt(context.at), auditId: newIdAt(context.at) })
