import { moveMoney } from '#contract/payments/moves.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { answerOutcome } from '../transaction-response.ts'

export const moveRoutes = ({ ledger }: Pick<Deps, 'ledger'>): Route[] => [
  route(moveMoney, async (call) => {
    const { from: fromId, to: toId, amountCents } = call.body
    const ids = { id: newIdAt(call.at), receivingId: newIdAt(call.at) }
    const command = { kind: 'move', ...commandContext(call), ...ids, fromId, toId, amountCents } as const
    return answerOutcome(call, await ledger.submit(command))
  }),
]
