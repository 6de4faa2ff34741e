import { bankNamesOf } from '#contract/account-numbers.ts'
import * as contract from '#contract/payments/scheduled-payments.ts'
import { listUserScheduledPayments } from '#contract/payments/scheduled-payments-of-user.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { relyingParty } from '../../identity/relying-party.ts'
import { readOwnScheduledPayment } from '../../ledger/stop-scheduled-payments.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { deleteScheduledPayment, setStatus } from './change-scheduled-payment.ts'
import { listRuns, listScheduledPayments } from './read-scheduled-payments.ts'
import { changePayment, createScheduledPayment, type ScheduledPaymentDeps } from './submit-scheduled-payment.ts'

type RouteDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'accessLog'>

export function scheduledPaymentRoutes({ sql, keys, config, accessLog }: RouteDeps): Route[] {
  const zone = config.bankTimeZone
  const deps: ScheduledPaymentDeps = {
    sql,
    keys,
    party: relyingParty(config),
    zone,
    bankNames: bankNamesOf(config.institution),
  }
  return [
    route(contract.createScheduledPayment, async (call) => {
      const { scheduledPayment, replayed } = await createScheduledPayment(deps, call.body, commandContext(call))
      if (replayed) call.reply.header('idempotency-replayed', 'true')
      return scheduledPayment
    }),
    route(contract.listScheduledPayments, ({ session }) => listScheduledPayments(sql, session.personId)),
    route(contract.updateScheduledPayment, async (call) => {
      const { session, params, body, at } = call
      const { status, amountCents } = body
      const change = { personId: session.personId, scheduledPaymentId: params.id, at }
      if (status !== undefined) return setStatus(sql, zone, change, status)
      const scheduledPayment = await readOwnScheduledPayment(sql, session.personId, params.id)
      if (!scheduledPayment || amountCents === undefined) throw new Refusal('not_found')
      return (await changePayment(deps, scheduledPayment, { ...body, amountCents }, commandContext(call)))
        .scheduledPayment
    }),
    route(contract.deleteScheduledPayment, ({ session, params, at }) =>
      deleteScheduledPayment(sql, { personId: session.personId, scheduledPaymentId: params.id, at }),
    ),
    route(contract.listScheduledPaymentRuns, ({ session, params }) => listRuns(sql, session.personId, params.id)),
    route(listUserScheduledPayments, async ({ session, query: { userId: personId } }) => {
      await requireUser(sql, personId)
      await accessLog.record({ session, personId, what: 'orders.viewed' })
      return listScheduledPayments(sql, personId)
    }),
  ]
}
