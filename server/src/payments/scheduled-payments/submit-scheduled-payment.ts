import type { z } from 'zod'
import { dayOf } from '#contract/bank-day.ts'
import { MAX_START_YEARS } from '#contract/payments/scheduled-payment-calendar.ts'
import type { Order, OrderUpdate, orderBody } from '#contract/payments/scheduled-payments.ts'
import { refuseSecret } from '../../identity/attempts-left.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Order as LedgerOrder } from '../../ledger/scheduled-payment.ts'
import { hashCode } from '../../ledger/secrets.ts'
import { type OrderOutcome, type SubmitOrder, submitOrder } from '../../ledger/submit-scheduled-payment.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, type Refusal } from '../../platform/runtime/refusal.ts'
import { type ApprovalDeps, toApproval, toPayment } from '../transfers/approve-payment.ts'
import { readOrder } from './read-scheduled-payments.ts'

export type OrderDeps = ApprovalDeps & { zone: string }
export type SubmittedOrder = { order: Order; replayed: boolean }

type Form = z.output<typeof orderBody>

export async function createOrder(deps: OrderDeps, form: Form, context: CommandContext): Promise<SubmittedOrder> {
  const { startOn, every, until = null, name } = form
  const payment = { ...toPayment(form), schedule: { startOn, every, until } }
  return submit(deps, {
    ...(await approved(deps, form, payment, context)),
    id: newIdAt(context.at),
    accountId: form.accountId ?? mainAccountId(context.actor.personId),
    change: 'created',
    name: name || payment.counterparty.name,
  })
}

type AmountChange = OrderUpdate & { amountCents: bigint }

/** Approved again, for the payee and the schedule of the order with the new amount and message. */
export async function changePayment(
  deps: OrderDeps,
  { id, accountId, counterparty, schedule, ...before }: LedgerOrder,
  update: AmountChange,
  context: CommandContext,
): Promise<SubmittedOrder> {
  const { amountCents, message = before.message } = update
  const payment = { amountCents, counterparty, message, schedule }
  return submit(deps, {
    ...(await approved(deps, update, payment, context)),
    ...{ id, accountId, change: 'changed', keepsMessage: update.message === undefined },
  })
}

type Payment = Pick<SubmitOrder, 'amountCents' | 'counterparty' | 'message' | 'schedule'>
type Credentials = { pin?: string | undefined; authorisation?: unknown; code?: string | undefined }

const approved = async (deps: OrderDeps, credentials: Credentials, payment: Payment, context: CommandContext) => ({
  ...context,
  ...payment,
  approval: await toApproval(deps, credentials, payment, context),
  codeHash: credentials.code ? hashCode(deps.keys.pin, context.actor.personId, credentials.code) : null,
})

async function submit({ sql, zone }: OrderDeps, command: SubmitOrder): Promise<SubmittedOrder> {
  const outcome = await submitOrder(sql, zone, command)
  if (!outcome.ok) throw await refusalOf(sql, command, outcome, zone)
  const order = await readOrder(sql, command.actor.personId, outcome.orderId)
  if (!order) throw new Error(`The order ${outcome.orderId} was not found after it was stored`)
  return { order, replayed: outcome.replayed }
}

/** The ledger refuses a first day that can't be. The bank's date is named: the customer's may be another. */
async function refusalOf(
  sql: Sql,
  { actor, at }: SubmitOrder,
  { code }: Extract<OrderOutcome, { ok: false }>,
  zone: string,
): Promise<Refusal> {
  if (code !== 'invalid') return refuseSecret(sql, actor.personId, code)
  const today = dayOf(at, zone)
  return invalidField(
    'startOn',
    `Choose a day from ${today} on, which is today at the bank, at most ${MAX_START_YEARS} years ahead.`,
  )
}
