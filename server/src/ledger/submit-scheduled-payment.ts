import { dayOf } from '#contract/bank-day.ts'
import { addYears, MAX_START_YEARS, type Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import { MAX_SCHEDULED_PAYMENTS } from '#contract/payments/scheduled-payments.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ownAccount } from './account.ts'
import { apply, Journal } from './core/apply.ts'
import { checkCredentials, checkCredentialsAgain, isAboutCredentials } from './core/check-credentials.ts'
import { isKeyConflict } from './core/commit-batch.ts'
import { actorRefusal, BEFORE_CREDENTIALS, storedOutcomeKey, touchIfDue } from './core/decide.ts'
import { needsOf } from './core/needs.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import type { Rules } from './core/rules.ts'
import { writeRows } from './core/write-rows.ts'
import { payeeNumberOf } from './paid-account.ts'
import { findParties, readState } from './read-state.ts'
import type { ScheduledPayment } from './scheduled-payment.ts'
import { scheduledPaymentNotification } from './scheduled-payment-notification.ts'
import { lockScheduledPayments, toScheduledPayment } from './scheduled-payments-store.ts'
import { senderRefusal } from './standing.ts'
import { useAuthorisation } from './transfers/decide-transfer.ts'
import { isUnknownHere, needsMove } from './transfers/payee-account.ts'
import type { Account, Effect, State, StoredOutcome, TransferCommand } from './types.ts'

/** What a person approves with PIN or passkey: a scheduled payment (its id is `id`), or another amount or message of it. */
export type ScheduledPaymentCommand = Omit<TransferCommand, 'kind' | 'receivingId' | 'schedule'> & {
  schedule: Schedule
} & ({ change: 'created'; name: string } | { change: 'changed'; keepsMessage: boolean })

export type ScheduledPaymentOutcome = { replayed: boolean } & (
  | { ok: true; scheduledPaymentId: string }
  | { ok: false; code: RefusalCode }
)

type ScheduledPaymentDecision = { outcome: ScheduledPaymentOutcome; effects: Effect[] }

/**
 * Approves a scheduled payment as a transfer of the same payment would be approved: same checks, same counters, same lock.
 * It moves no money, so it does not share a batch with commands that do.
 */
export async function submitScheduledPayment(
  sql: Sql,
  { zone, bankNames }: Pick<Rules, 'zone' | 'bankNames'>,
  command: ScheduledPaymentCommand,
): Promise<ScheduledPaymentOutcome> {
  const rules = { ...NO_LIMITS, zone, bankNames }
  const transfer: TransferCommand = { ...command, kind: 'transfer', receivingId: command.id }
  const parties = await findParties(sql, [transfer], rules)
  return inTransaction(
    sql,
    async (tx) => {
      const state = await readState(tx, needsOf([transfer], zone), parties, rules)
      const [scheduled, count] = await Promise.all([
        lockScheduledPayment(tx, command),
        countScheduledPayments(tx, command.actor.personId),
      ])
      if (scheduled) state.scheduledPayments.set(scheduled.id, scheduled)
      const { outcome, effects } = decideScheduledPayment(state, command, transfer, count)
      const journal = new Journal()
      apply(state, journal, effects)
      await writeRows(tx, state, journal)
      return outcome
    },
    { readsFirst: true, alsoRetry: isKeyConflict },
  )
}

async function lockScheduledPayment(tx: Tx, { id }: ScheduledPaymentCommand): Promise<ScheduledPayment | null> {
  const [row] = await lockScheduledPayments(tx, [id])
  return row ? toScheduledPayment(row) : null
}

async function countScheduledPayments(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int from orders where person_id = ${personId} and status <> 'ended'`
  return row?.count ?? 0
}

function decideScheduledPayment(
  state: State,
  command: ScheduledPaymentCommand,
  transfer: TransferCommand,
  count: number,
): ScheduledPaymentDecision {
  const { actor, at, idempotency: key } = command
  // A key pays now, within its daily maximum, and not later.
  const refusal = actor.kind === 'api_key' ? 'key_not_allowed' : actorRefusal(state, transfer)
  if (refusal) return refusedDecision(refusal)
  const touches = actor.kind === 'session' ? touchIfDue(state, actor, at) : []
  const before = key && state.storedOutcomes.get(storedOutcomeKey(actor.personId, key))
  const { outcome, effects } = before
    ? decideAgain(state, transfer, before)
    : decideNew(state, command, transfer, count)
  // What can be corrected and sent again is not stored.
  const isStored = key && !before && (outcome.ok || !(isAboutCredentials(outcome) || outcome.code === 'invalid'))
  return { outcome, effects: [...effects, ...touches, ...(isStored ? [storeOutcome(outcome, command, key)] : [])] }
}

function decideNew(
  state: State,
  command: ScheduledPaymentCommand,
  transfer: TransferCommand,
  count: number,
): ScheduledPaymentDecision {
  const { at, accountId, actor, counterparty } = command
  const account = ownAccount(state, actor.personId, accountId)
  const before = state.scheduledPayments.get(command.id)
  const scheduled =
    command.change === 'created' ? newScheduledPayment(state, command) : changedScheduledPayment(before, state, command)
  if (!account || !scheduled) return refusedDecision('not_found')
  if (scheduled.status === 'ended') return refusedDecision('order_ended')
  if (command.change === 'created' && !canStart(command, dayOf(at, state.zone))) return refusedDecision('invalid')
  const standing = partiesRefusal(state, command, account)
  if (standing) return refusedDecision(standing)
  if (isApprovedAlready(state, command)) return repeatAmount(state, transfer)
  const { refusal, effects } = checkCredentials(state, transfer)
  if (refusal) return refusedDecision(refusal, effects)
  // The message was changed after it was read and signed.
  if (command.approval.kind === 'passkey' && scheduled.message !== command.message)
    return refusedDecision('authorisation_mismatch', effects)
  if (isUnknownHere(state, command)) return refusedDecision('unknown_account', effects)
  if (state.closedNumbers.has(payeeNumberOf(counterparty))) return refusedDecision('receiver_closed', effects)
  if (command.change === 'created' && count >= MAX_SCHEDULED_PAYMENTS) return refusedDecision('order_limit', effects)
  return {
    outcome: { ok: true, scheduledPaymentId: scheduled.id, replayed: false },
    effects: [
      ...effects,
      {
        kind: command.change === 'created' ? 'open_scheduled_payment' : 'change_scheduled_payment',
        scheduledPayment: scheduled,
      },
      ...useAuthorisation(command, { transactionId: null, scheduledPaymentId: scheduled.id }),
      {
        kind: 'notify',
        notification: scheduledPaymentNotification(scheduled, 'order.approved', at, {
          change: changeOf(scheduled, before),
        }),
      },
    ],
  }
}

/** A payment to an own account that was scheduled before can still be changed. */
function partiesRefusal(state: State, command: ScheduledPaymentCommand, account: Account): RefusalCode | null {
  const receiverId = state.accountIdsByNumber.get(payeeNumberOf(command.counterparty)) ?? null
  if (receiverId === account.id) return 'same_account'
  if (command.change === 'created' && needsMove(state, command, account, receiverId)) return 'use_move'
  return senderRefusal(state, account)
}

const canStart = ({ schedule: { startOn } }: ScheduledPaymentCommand, today: string) =>
  startOn >= today && startOn <= addYears(today, MAX_START_YEARS)

const authorisationOf = ({ approval }: ScheduledPaymentCommand) =>
  approval.kind === 'passkey' ? approval.authorisationId : null

/** Read with the session, as for a transfer. */
const deviceSinceOf = ({ sessions }: State, { actor }: ScheduledPaymentCommand) =>
  (actor.kind === 'session' && sessions.get(actor.sessionHash.toString('hex'))?.deviceSince) || null

function newScheduledPayment(
  state: State,
  command: Extract<ScheduledPaymentCommand, { change: 'created' }>,
): ScheduledPayment {
  const { id, actor, accountId, name, amountCents, counterparty, message, schedule, at } = command
  return {
    id,
    personId: actor.personId,
    accountId,
    name,
    amountCents,
    counterparty,
    message,
    schedule,
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

type ScheduledPaymentChange = Extract<ScheduledPaymentCommand, { change: 'changed' }>

/** Null: the person has no such scheduled payment. Its payee was read before the lock, and never changes. */
function changedScheduledPayment(
  scheduled: ScheduledPayment | undefined,
  state: State,
  command: ScheduledPaymentChange,
): ScheduledPayment | null {
  if (scheduled?.personId !== command.actor.personId || scheduled.deletedAt) return null
  return {
    ...scheduled,
    amountCents: command.amountCents,
    message: command.keepsMessage ? scheduled.message : command.message,
    authorisationId: authorisationOf(command),
    deviceSince: deviceSinceOf(state, command),
  }
}

/** What the owner is told. A scheduled payment that is approved again as it is counts as another amount. */
function changeOf({ amountCents, message }: ScheduledPayment, before: ScheduledPayment | undefined) {
  if (!before) return 'created'
  if (message === before.message) return 'amount'
  return amountCents === before.amountCents ? 'message' : 'amount_and_message'
}

/** A request that is sent again after a lost response finds that the scheduled payment has what its authorisation approved. */
const isApprovedAlready = ({ scheduledPayments }: State, command: ScheduledPaymentCommand): boolean =>
  command.change !== 'created' &&
  command.approval.kind === 'passkey' &&
  scheduledPayments.get(command.id)?.authorisationId === command.approval.authorisationId

function repeatAmount(state: State, transfer: TransferCommand): ScheduledPaymentDecision {
  const { refusal, effects } = checkCredentialsAgain(state, transfer)
  return refusal
    ? refusedDecision(refusal, effects)
    : { outcome: { ok: true, scheduledPaymentId: transfer.id, replayed: true }, effects }
}

function decideAgain(state: State, transfer: TransferCommand, before: StoredOutcome): ScheduledPaymentDecision {
  if (!transfer.idempotency || !before.requestHash.equals(transfer.idempotency.requestHash))
    return refusedDecision('idempotency_key_reused')
  if (!BEFORE_CREDENTIALS.includes(before.outcome)) {
    const { refusal, effects } = checkCredentialsAgain(state, transfer)
    return refusal ? refusedDecision(refusal, effects) : { outcome: replay(before), effects }
  }
  return { outcome: replay(before), effects: [] }
}

function replay({ outcome, resultId }: StoredOutcome): ScheduledPaymentOutcome {
  if (outcome !== 'ok' && outcome !== 'proposed') return { ok: false, code: outcome, replayed: true }
  if (!resultId) throw new Error('The scheduled payment stored for an idempotency key is missing')
  return { ok: true, scheduledPaymentId: resultId, replayed: true }
}

function storeOutcome(
  outcome: ScheduledPaymentOutcome,
  { actor }: ScheduledPaymentCommand,
  key: NonNullable<ScheduledPaymentCommand['idempotency']>,
) {
  const stored = outcome.ok
    ? { outcome: 'ok' as const, resultId: outcome.scheduledPaymentId }
    : { outcome: outcome.code, resultId: null }
  const storedOutcome: StoredOutcome = { requestHash: key.requestHash, ...stored }
  return { kind: 'store_outcome', personId: actor.personId, key, storedOutcome } satisfies Effect
}

const refusedDecision = (code: RefusalCode, effects: Effect[] = []): ScheduledPaymentDecision => ({
  outcome: { ok: false, code, replayed: false },
  effects,
})
