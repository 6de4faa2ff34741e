import type { Ledger } from '../../ledger/ledger.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

type ReturnInput = { transactionId: string; reason: string; isRejection?: boolean; confirm?: boolean }

export const returnTransfer = (ledger: Ledger, input: ReturnInput, context: CommandContext): Promise<Outcome> =>
  ledger.submit({
    kind: 'return',
    isRejection: false,
    confirm: false,
    ...context,
    ...input,
    id: newIdAt(context.at),
    auditId: newIdAt(context.at),
  })
