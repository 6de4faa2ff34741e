import { closeAccount, listAccounts, moveMoney, openAccount, updateAccount } from '#contract/customers/accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../../payments/transaction-response.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { readAccounts } from '../accounts.ts'
import { closeSavings, describeOwnAccount, openSavings } from './change-accounts.ts'

export const accountRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(listAccounts, ({ session }) => readAccounts(sql, session.personId)),
  route(openAccount, ({ session, body, at }) => openSavings(sql, session.personId, body, at)),
  route(updateAccount, ({ session, params, body, at }) =>
    describeOwnAccount(sql, session.personId, params.id, body, at),
  ),
  route(closeAccount, ({ session, params, at }) => closeSavings(sql, session.personId, params.id, at)),
  route(moveMoney, async (call) => {
    const { from: fromId, to: toId, amountCents } = call.body
    const ids = { id: newIdAt(call.at), receivingId: newIdAt(call.at) }
    const command = { kind: 'move', ...commandContext(call), ...ids, fromId, toId, amountCents } as const
    return answerOutcome(call, await ledger.submit(command))
  }),
]
