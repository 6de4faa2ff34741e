import type { SessionTouch } from '../../access/touch-sessions.ts'
import { mainAccountId, ownerOf, requireAccount } from '../account.ts'
import { countSent } from '../daily-limit.ts'
import { monthOf } from '../month.ts'
import type { PayRequestPayment } from '../pay-request.ts'
import { submissionKey } from '../risk-flags.ts'
import { runKey, type ScheduledPayment, type ScheduledPaymentRun } from '../scheduled-payment.ts'
import { countDecision } from '../second-person.ts'
import type { AuditEntry, Effect, IdempotencyKey, Notification, State, StoredOutcome, Transaction } from '../types.ts'
import type { KeyTransfer } from './api-key.ts'
import { type AuditContent, linkAuditEntry, linkPosting, type PostingContent } from './chain.ts'
import { storedOutcomeKey } from './decide.ts'
import { countByKey } from './key-maximum.ts'

export type PostingRow = PostingContent & { hash: Buffer }
export type MonthRow = { accountId: string; month: string; depositsCents: bigint; transfersCents: bigint }
export type NotificationRow = Notification & { number: bigint }
export type AuditRow = AuditContent & { hash: Buffer }
export type StoredOutcomeRow = StoredOutcome & { personId: string; key: IdempotencyKey }

/** The rows that a batch will write, collected while its commands are decided in order. */
export class Journal {
  readonly changedAccounts = new Set<string>()
  readonly opened = new Map<string, Transaction>()
  /** Proposed or closed by this batch, and opened by an earlier one. */
  readonly decided = new Map<string, Transaction>()
  readonly postings: PostingRow[] = []
  readonly months = new Map<string, MonthRow>()
  readonly notifications: NotificationRow[] = []
  readonly auditEntries: AuditRow[] = []
  readonly storedOutcomes: StoredOutcomeRow[] = []
  readonly usedAuthorisations: Extract<Effect, { kind: 'use_authorisation' }>[] = []
  readonly openedScheduledPayments = new Map<string, ScheduledPayment>()
  readonly changedScheduledPayments = new Map<string, ScheduledPayment>()
  /** First tries, and what changes about runs that an earlier batch tried. By `runKey`. */
  readonly openedRuns = new Map<string, ScheduledPaymentRun>()
  readonly changedRuns = new Map<string, ScheduledPaymentRun>()
  readonly keyTransfers: KeyTransfer[] = []
  readonly payRequestPayments: PayRequestPayment[] = []
  /** By the hex of the token's hash. */
  readonly sessionTouches = new Map<string, SessionTouch>()
}

/** Applies the effects to the state, for the batch's next command, and adds their rows to the journal. */
export function apply(state: State, journal: Journal, effects: readonly Effect[]): void {
  for (const effect of effects) applyOne(state, journal, effect)
}

function applyOne(state: State, journal: Journal, effect: Effect): void {
  switch (effect.kind) {
    case 'set_pin_attempts':
    case 'set_code_attempts': {
      const person = changePerson(state, journal, effect.personId)
      if (effect.kind === 'set_pin_attempts') person.pinAttempts = effect.attempts
      else person.codeAttempts = effect.attempts
      return
    }
    case 'open':
      if (journal.opened.has(effect.transaction.id))
        throw new Error(`Two transactions have the id ${effect.transaction.id}`)
      state.transactions.set(effect.transaction.id, effect.transaction)
      if (effect.transaction.receiptId) markReceiptUsed(state, effect.transaction.receiptId)
      journal.opened.set(effect.transaction.id, effect.transaction)
      linkOriginal(state, effect.transaction)
      if (!effect.isPlanned) countSubmission(state, effect.transaction)
      countSent(state, effect.transaction)
      return
    case 'propose':
    case 'close': {
      const { transaction } = effect
      state.transactions.set(transaction.id, transaction)
      const rows = journal.opened.has(transaction.id) ? journal.opened : journal.decided
      rows.set(transaction.id, transaction)
      if (transaction.status === 'Declined') countSent(state, transaction)
      updatePayRequest(state, transaction)
      linkOriginal(state, transaction)
      return
    }
    case 'hold':
      changeAccount(state, journal, effect.accountId).heldCents += effect.amountCents
      return
    case 'release':
      changeAccount(state, journal, effect.accountId).heldCents -= effect.amountCents
      return
    case 'post':
      post(state, journal, effect)
      return
    case 'notify': {
      const person = changePerson(state, journal, effect.notification.personId)
      person.eventNumber += 1n
      journal.notifications.push({ ...effect.notification, number: person.eventNumber })
      return
    }
    case 'audit':
      appendAuditEntry(state, journal, effect.entry)
      return
    case 'use_authorisation': {
      const authorisation = state.authorisations.get(effect.authorisationId)
      if (!authorisation) throw new Error(`Authorisation ${effect.authorisationId} was not read for this batch`)
      Object.assign(authorisation, effect.use)
      journal.usedAuthorisations.push(effect)
      return
    }
    case 'open_scheduled_payment':
    case 'change_scheduled_payment':
      setScheduledPayment(
        state,
        effect.kind === 'open_scheduled_payment' ? journal.openedScheduledPayments : journal.changedScheduledPayments,
        effect.scheduledPayment,
      )
      return
    case 'record_run':
      recordRun(state, journal, effect.run)
      return
    case 'record_key_transfer':
      countByKey(state, effect.keyTransfer)
      journal.keyTransfers.push(effect.keyTransfer)
      return
    case 'pay_request':
      payRequest(state, journal, effect.payment)
      return
    case 'touch':
      touchSession(state, journal, effect)
      return
    case 'store_outcome':
      storeOutcome(state, journal, effect)
  }
}

function storeOutcome(state: State, journal: Journal, effect: Extract<Effect, { kind: 'store_outcome' }>) {
  const { personId, key, storedOutcome } = effect
  state.storedOutcomes.set(storedOutcomeKey(personId, key), storedOutcome)
  journal.storedOutcomes.push({ ...storedOutcome, personId, key })
}

/** Only one for a fixed amount is taken by its payment. */
function payRequest(state: State, journal: Journal, payment: PayRequestPayment) {
  const { requestId, transactionId, isOnly } = payment
  const request = state.payRequests.get(requestId)
  if (!request) throw new Error(`Request ${requestId} was not read for this batch`)
  const { status = 'Pending' } = state.transactions.get(transactionId) ?? {}
  if (isOnly) request.live = { transactionId, status }
  journal.payRequestPayments.push(payment)
}

/** The batch's next command sees it: a declined transfer pays nothing, and its request is open again. */
function updatePayRequest({ payRequests }: State, { id: transactionId, status }: Transaction) {
  for (const request of payRequests.values())
    if (request.live?.transactionId === transactionId)
      request.live = status === 'Declined' ? null : { transactionId, status }
}

function changeAccount(state: State, journal: Journal, accountId: string) {
  journal.changedAccounts.add(accountId)
  return requireAccount(state, accountId)
}

/** The row that stands for a person. */
const changePerson = (state: State, journal: Journal, personId: string) =>
  changeAccount(state, journal, mainAccountId(personId))

function setScheduledPayment(state: State, rows: Map<string, ScheduledPayment>, scheduledPayment: ScheduledPayment) {
  state.scheduledPayments.set(scheduledPayment.id, scheduledPayment)
  rows.set(scheduledPayment.id, scheduledPayment)
}

function recordRun(state: State, journal: Journal, run: ScheduledPaymentRun) {
  const key = runKey(run)
  const isFirstTry = !state.scheduledPaymentRuns.has(key) || journal.openedRuns.has(key)
  state.scheduledPaymentRuns.set(key, run)
  const rows = isFirstTry ? journal.openedRuns : journal.changedRuns
  rows.set(key, run)
}

function touchSession(
  state: State,
  journal: Journal,
  { sessionHash: tokenHash, at }: Extract<Effect, { kind: 'touch' }>,
) {
  const hash = tokenHash.toString('hex')
  const session = state.sessions.get(hash)
  if (session) session.lastSeenAt = at
  journal.sessionTouches.set(hash, { tokenHash, at })
}

function markReceiptUsed(state: State, receiptId: string) {
  const receipt = state.receipts.get(receiptId)
  if (receipt) receipt.used = true
}

/** The original itself never changes: only the state knows, for the batch's next command, what reverses it. */
function linkOriginal(state: State, { id, status, reverses, isReturn, decidedAt }: Transaction) {
  const original = reverses && state.transactions.get(reverses)
  if (original)
    state.transactions.set(original.id, {
      ...original,
      reversal: status === 'Declined' ? null : { id, status, isReturn, decidedAt },
    })
}

/** Only what the customer submitted, as `readRisks` counts it. */
function countSubmission(state: State, transaction: Transaction) {
  const { ownerId, type, submittedAt, method, originId, reverses } = transaction
  if (method === 'adjustment' || method === 'move' || originId || reverses) return
  const key = submissionKey(ownerId, type)
  state.recentSubmissions.set(key, [...(state.recentSubmissions.get(key) ?? []), submittedAt])
}

function post(state: State, journal: Journal, { transaction, entryId, contra }: Extract<Effect, { kind: 'post' }>) {
  const account = changeAccount(state, journal, transaction.accountId)
  if (!transaction.bookedAt) throw new Error(`Transaction ${transaction.id} is posted without a booking date`)
  account.balanceCents += transaction.amountCents
  account.postingNumber += 1n
  const content: PostingContent = {
    accountId: account.id,
    number: account.postingNumber,
    entryId,
    transactionId: transaction.id,
    contra,
    amountCents: transaction.amountCents,
    balanceAfterCents: account.balanceCents,
    valueAt: transaction.valueAt,
    bookedAt: transaction.bookedAt,
  }
  account.postingHead = linkPosting(account.postingHead, content)
  journal.postings.push({ ...content, hash: account.postingHead })
  addToMonth(state, journal, transaction)
  countDecision(state, transaction)
}

/**
 * A reversal is no income and no spending: it reduces what the original added, in the month of the original. Money between
 * accounts of the same owner is neither.
 */
function addToMonth(state: State, journal: Journal, transaction: Transaction) {
  const { accountId, amountCents, reverses } = transaction
  const counted = reverses ? state.transactions.get(reverses) : transaction
  if (!counted) throw new Error(`Transaction ${reverses} was not read for its reversal`)
  if (staysWithOwner(state, counted)) return
  const { type, valueAt } = counted
  const month = monthOf(valueAt, state.zone)
  const row = journal.months.get(`${accountId} ${month}`) ?? { accountId, month, depositsCents: 0n, transfersCents: 0n }
  if (type === 'Deposit') row.depositsCents += amountCents
  else row.transfersCents -= amountCents
  journal.months.set(`${accountId} ${month}`, row)
}

const staysWithOwner = (state: State, { ownerId, counterparty }: Transaction): boolean =>
  Boolean(counterparty?.id && ownerOf(state, counterparty.id) === ownerId)

/** An entry without a subject goes into the actor's chain. */
export function appendAuditEntry(state: State, journal: Journal, entry: AuditEntry) {
  const account = changePerson(state, journal, entry.subjectId ?? entry.actorId)
  account.auditNumber += 1n
  const content: AuditContent = {
    ...entry,
    before: JSON.stringify(entry.before),
    after: JSON.stringify(entry.after),
    chainId: account.id,
    number: account.auditNumber,
  }
  account.auditHead = linkAuditEntry(account.auditHead, content)
  journal.auditEntries.push({ ...content, hash: account.auditHead })
}
