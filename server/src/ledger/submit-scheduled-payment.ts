import { dayOf } from '#contract/bank-day.ts'
import { addYears, MAX_START_YEARS, type Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import { MAX_ORDERS } from '#contract/payments/scheduled-payments.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ownAccount } from './account.ts'
import { apply, Journal } from './core/apply.ts'
import { checkCredentials, checkCredentialsAgain, isAboutCredentials } from './core/check-credentials.ts'
import { isKeyConflict } from './core/commit-batch.ts'
import { BEFORE_CREDENTIALS, checkActor, storedOutcomeKey, touchIfDue } from './core/decide.ts'
import { needsOf } from './core/needs.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import { writeRows } from './core/write-rows.ts'
import { findParties, readState } from './read-state.ts'
import type { Order } from './scheduled-payment.ts'
import { orderNotification } from './scheduled-payment-notification.ts'
import { lockOrders, toOrder } from './scheduled-payments-store.ts'
import { refuseSender } from './standing.ts'
import { useAuthorisation } from './transfers/decide-transfer.ts'
import type { Account, Effect, State, StoredOutcome, SubmitTransfer } from './types.ts'

/** What a person approves with PIN or passkey: a new order, or another amount or message of one. `id` is the order's. */
export type SubmitOrder = Omit<SubmitTransfer, 'kind' | 'receivingId' | 'schedule'> & { schedule: Schedule } & (
    | { change: 'created'; name: string }
    | { change: 'changed'; keepsMessage: boolean }
  )

export type OrderOutcome = { replayed: boolean } & ({ ok: true; orderId: string } | { ok: false; code: RefusalCode })

type OrderDecision = { outcome: OrderOutcome; effects: Effect[] }

/**
 * Approves an order as a transfer of the same payment would be approved: same checks, same counters, same lock. It moves no
 * money, so it does not share a batch with commands that do.
 */
export async function submitOrder(sql: Sql, zone: string, command: SubmitOrder): Promise<OrderOutcome> {
  const rules = { zone, ...NO_LIMITS }
  const transfer: SubmitTransfer = { ...command, kind: 'transfer', receivingId: command.id }
  const parties = await findParties(sql, [transfer], rules)
  return inTransaction(
    sql,
    async (tx) => {
      const state = await readState(tx, needsOf([transfer], zone), parties, rules)
      const [order, count] = await Promise.all([lockOrder(tx, command), countOrders(tx, command.actor.personId)])
      if (order) state.orders.set(order.id, order)
      const { outcome, effects } = decideOrder(state, command, transfer, count)
      const journal = new Journal()
      apply(state, journal, effects)
      await writeRows(tx, state, journal)
      return outcome
    },
    { readsFirst: true, alsoRetry: isKeyConflict },
  )
}

async function lockOrder(tx: Tx, { id }: SubmitOrder): Promise<Order | null> {
  const [row] = await lockOrders(tx, [id])
  return row ? toOrder(row) : null
}

async function countOrders(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int from orders where person_id = ${personId} and status <> 'ended'`
  return row?.count ?? 0
}

function decideOrder(state: State, command: SubmitOrder, transfer: SubmitTransfer, count: number): OrderDecision {
  const { actor, at, idempotency: key } = command
  // A key pays now, within its daily maximum, and not later.
  const refusal = actor.kind === 'api_key' ? 'key_not_allowed' : checkActor(state, transfer)
  if (refusal) return refuse(refusal)
  const touches = actor.kind === 'session' ? touchIfDue(state, actor, at) : []
  const before = key && state.storedOutcomes.get(storedOutcomeKey(actor.personId, key))
  const { outcome, effects } = before
    ? decideAgain(state, transfer, before)
    : decideNew(state, command, transfer, count)
  // What can be corrected and sent again is not stored.
  const isStored = key && !before && (outcome.ok || !(isAboutCredentials(outcome) || outcome.code === 'invalid'))
  return { outcome, effects: [...effects, ...touches, ...(isStored ? [storeOutcome(outcome, command, key)] : [])] }
}

function decideNew(state: State, command: SubmitOrder, transfer: SubmitTransfer, count: number): OrderDecision {
  const { at, accountId, actor, counterparty } = command
  const account = ownAccount(state, actor.personId, accountId)
  const before = state.orders.get(command.id)
  const order = command.change === 'created' ? newOrder(state, command) : changedOrder(before, state, command)
  if (!account || !order) return refuse('not_found')
  if (order.status === 'ended') return refuse('order_ended')
  if (command.change === 'created' && !canStart(command, dayOf(at, state.zone))) return refuse('invalid')
  const standing = refuseParties(state, account, counterparty.accountNumber)
  if (standing) return refuse(standing)
  if (isApprovedAlready(state, command)) return repeatAmount(state, transfer)
  const { refusal, effects } = checkCredentials(state, transfer)
  if (refusal) return refuse(refusal, effects)
  // The message was changed after it was read and signed.
  if (command.approval.kind === 'passkey' && order.message !== command.message)
    return refuse('authorisation_mismatch', effects)
  if (state.closedNumbers.has(counterparty.accountNumber)) return refuse('receiver_closed', effects)
  if (command.change === 'created' && count >= MAX_ORDERS) return refuse('order_limit', effects)
  return {
    outcome: { ok: true, orderId: order.id, replayed: false },
    effects: [
      ...effects,
      { kind: command.change === 'created' ? 'open_order' : 'change_order', order },
      ...useAuthorisation(command, { transactionId: null, orderId: order.id }),
      {
        kind: 'notify',
        notification: orderNotification(order, 'order.approved', at, { change: changeOf(order, before) }),
      },
    ],
  }
}

function refuseParties(state: State, account: Account, accountNumber: string): RefusalCode | null {
  if (state.accountIdsByNumber.get(accountNumber) === account.id) return 'same_account'
  return refuseSender(state, account)
}

const canStart = ({ schedule: { startOn } }: SubmitOrder, today: string) =>
  startOn >= today && startOn <= addYears(today, MAX_START_YEARS)

const authorisationOf = ({ approval }: SubmitOrder) => (approval.kind === 'passkey' ? approval.authorisationId : null)

/** Read with the session, as for a transfer. */
const deviceSinceOf = ({ sessions }: State, { actor }: SubmitOrder) =>
  (actor.kind === 'session' && sessions.get(actor.sessionHash.toString('hex'))?.deviceSince) || null

function newOrder(state: State, command: Extract<SubmitOrder, { change: 'created' }>): Order {
  const { id, actor, accountId, name, amountCents, counterparty, message, schedule, at } = command
  return {
    ...{ id, personId: actor.personId, accountId, name, amountCents, counterparty, message, schedule },
    status: 'active',
    nextOn: schedule.startOn,
    authorisationId: authorisationOf(command),
    deviceSince: deviceSinceOf(state, command),
    endReason: null,
    endedAt: null,
    createdAt: at,
    deletedAt: null,
  }
}

type ChangeOrder = Extract<SubmitOrder, { change: 'changed' }>

/** Null: the person has no such order. Its payee was read before the lock, and never changes. */
function changedOrder(order: Order | undefined, state: State, command: ChangeOrder): Order | null {
  if (order?.personId !== command.actor.personId || order.deletedAt) return null
  return {
    ...order,
    amountCents: command.amountCents,
    message: command.keepsMessage ? order.message : command.message,
    authorisationId: authorisationOf(command),
    deviceSince: deviceSinceOf(state, command),
  }
}

/** What the owner is told. An order that is approved again as it is counts as another amount. */
function changeOf({ amountCents, message }: Order, before: Order | undefined) {
  if (!before) return 'created'
  if (message === before.message) return 'amount'
  return amountCents === before.amountCents ? 'message' : 'amount_and_message'
}

/** Sent again after a lost response: the order has what this authorisation approved. */
const isApprovedAlready = ({ orders }: State, command: SubmitOrder): boolean =>
  command.change !== 'created' &&
  command.approval.kind === 'passkey' &&
  orders.get(command.id)?.authorisationId === command.approval.authorisationId

function repeatAmount(state: State, transfer: SubmitTransfer): OrderDecision {
  const { refusal, effects } = checkCredentialsAgain(state, transfer)
  return refusal ? refuse(refusal, effects) : { outcome: { ok: true, orderId: transfer.id, replayed: true }, effects }
}

function decideAgain(state: State, transfer: SubmitTransfer, before: StoredOutcome): OrderDecision {
  if (!transfer.idempotency || !before.requestHash.equals(transfer.idempotency.requestHash))
    return refuse('idempotency_key_reused')
  if (!BEFORE_CREDENTIALS.includes(before.outcome)) {
    const { refusal, effects } = checkCredentialsAgain(state, transfer)
    return refusal ? refuse(refusal, effects) : { outcome: replay(before), effects }
  }
  return { outcome: replay(before), effects: [] }
}

function replay({ outcome, resultId }: StoredOutcome): OrderOutcome {
  if (outcome !== 'ok' && outcome !== 'proposed') return { ok: false, code: outcome, replayed: true }
  if (!resultId) throw new Error('The order stored for an idempotency key is missing')
  return { ok: true, orderId: resultId, replayed: true }
}

function storeOutcome(outcome: OrderOutcome, { actor, at }: SubmitOrder, key: NonNullable<SubmitOrder['idempotency']>) {
  const stored = outcome.ok
    ? { outcome: 'ok' as const, resultId: outcome.orderId }
    : { outcome: outcome.code, resultId: null }
  const storedOutcome: StoredOutcome = { requestHash: key.requestHash, ...stored }
  return { kind: 'store_outcome', personId: actor.personId, key, storedOutcome, at } satisfies Effect
}

const refuse = (code: RefusalCode, effects: Effect[] = []): OrderDecision => ({
  outcome: { ok: false, code, replayed: false },
  effects,
})
