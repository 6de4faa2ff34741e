import { findPayee as findPayeeEndpoint } from '#contract/payments/find-payee.ts'
import * as payees from '#contract/payments/payees.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { withAccountNumber } from '../bank-details.ts'
import { checkPayee } from './check-payee.ts'
import { findPayee } from './find-payee.ts'
import { listRecentPayees } from './list-recent-payees.ts'
import { savePayee, updatePayee } from './save-payee.ts'
import { deletePayee, selectPayees } from './store.ts'

export const payeeRoutes = ({ sql, config }: Pick<Deps, 'sql' | 'config'>): Route[] => [
  route(payees.listRecentPayees, ({ session }) => listRecentPayees(sql, session.personId)),
  route(payees.listPayees, ({ session }) => selectPayees(sql, session.personId)),
  route(payees.addPayee, ({ session, body, at }) => savePayee(sql, session.personId, body, at)),
  route(payees.updatePayee, ({ session: { personId }, params: { id }, body: given, at }) =>
    updatePayee(sql, { personId, id, given, at }),
  ),
  route(payees.deletePayee, async ({ session, params }) => {
    if (!(await deletePayee(sql, session.personId, params.id))) throw new Refusal('not_found')
  }),
  route(payees.checkPayee, ({ session, body, at }) =>
    checkPayee(sql, config, { bankName: '', ...withAccountNumber(body), personId: session.personId, at }),
  ),
  route(findPayeeEndpoint, ({ session: { personId, status }, body, at }) => {
    const refusal = CANNOT_SEND[status]
    if (refusal) throw new Refusal(refusal)
    return findPayee(sql, { personId, ...body, bankName: config.institution.name, at })
  }),
]
