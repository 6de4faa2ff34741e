import type { SessionTouch } from '../sessions/touch-sessions.ts'
import { requireAccount } from './account.ts'
import { linkAct, linkPosting, type PostingContent, type WrittenAct } from './chain.ts'
import { rememberedAs } from './decide.ts'
import { monthOf } from './month.ts'
import type { AuditEntry, Effect, IdempotencyKey, Notification, State, StoredOutcome, Transaction } from './types.ts'

export type PostingRow = PostingContent & { hash: Buffer }
export type MonthRow = { accountId: string; month: string; deposits: bigint; transfers: bigint }
export type ToldRow = Notification & { number: bigint }
export type ActRow = WrittenAct & { hash: Buffer }
export type RememberedRow = StoredOutcome & { personId: string; key: IdempotencyKey; at: Date }

/** What a batch will write, gathered while its commands are decided one after the other. */
export class Journal {
  readonly touched = new Set<string>()
  readonly opened = new Map<string, Transaction>()
  /** Proposed or closed, and in the database from before this batch. */
  readonly decided = new Map<string, Transaction>()
  readonly postings: PostingRow[] = []
  readonly months = new Map<string, MonthRow>()
  readonly told: ToldRow[] = []
  readonly acts: ActRow[] = []
  readonly remembered: RememberedRow[] = []
  /** Sessions that gave a sign of life, by the hex of their hash. */
  readonly seen = new Map<string, SessionTouch>()
}

/** Carries effects out on the state, so that the batch's next command meets what this one left, and notes the rows. */
export function apply(state: State, journal: Journal, effects: readonly Effect[]): void {
  for (const effect of effects) applyOne(state, journal, effect)
}

function applyOne(state: State, journal: Journal, effect: Effect): void {
  switch (effect.kind) {
    case 'count_pin':
    case 'count_code': {
      const account = touch(state, journal, effect.accountId)
      if (effect.kind === 'count_pin') account.pinAttempts = effect.attempts
      else account.codeAttempts = effect.attempts
      return
    }
    case 'open':
      if (journal.opened.has(effect.transaction.id))
        throw new Error(`Two transactions have the id ${effect.transaction.id}`)
      state.transactions.set(effect.transaction.id, effect.transaction)
      if (effect.transaction.receiptId) spendReceipt(state, effect.transaction.receiptId)
      journal.opened.set(effect.transaction.id, effect.transaction)
      return
    case 'propose':
    case 'close': {
      const { transaction } = effect
      state.transactions.set(transaction.id, transaction)
      const rows = journal.opened.has(transaction.id) ? journal.opened : journal.decided
      rows.set(transaction.id, transaction)
      return
    }
    case 'hold':
      touch(state, journal, effect.accountId).heldCents += effect.cents
      return
    case 'post':
      post(state, journal, effect)
      return
    case 'tell': {
      const account = touch(state, journal, effect.told.personId)
      account.eventNumber += 1n
      journal.told.push({ ...effect.told, number: account.eventNumber })
      return
    }
    case 'audit':
      appendAct(state, journal, effect.act)
      return
    case 'see':
      see(state, journal, effect)
      return
    case 'remember':
      state.storedOutcomes.set(rememberedAs(effect.personId, effect.key), effect.remembered)
      journal.remembered.push({ ...effect.remembered, personId: effect.personId, key: effect.key, at: effect.at })
  }
}

function touch(state: State, journal: Journal, accountId: string) {
  journal.touched.add(accountId)
  return requireAccount(state, accountId)
}

function see(state: State, journal: Journal, { sessionHash: tokenHash, at }: Extract<Effect, { kind: 'see' }>) {
  const hash = tokenHash.toString('hex')
  const session = state.sessions.get(hash)
  if (session) session.lastSeenAt = at
  journal.seen.set(hash, { tokenHash, at })
}

function spendReceipt(state: State, receiptId: string) {
  const receipt = state.receipts.get(receiptId)
  if (receipt) receipt.used = true
}

function post(state: State, journal: Journal, { transaction, entryId, contra }: Extract<Effect, { kind: 'post' }>) {
  const account = touch(state, journal, transaction.accountId)
  if (!transaction.bookedAt) throw new Error(`Transaction ${transaction.id} is posted without a booking date`)
  account.balanceCents += transaction.amountCents
  account.postingNumber += 1n
  const content: PostingContent = {
    accountId: account.id,
    number: account.postingNumber,
    entryId,
    transactionId: transaction.id,
    contra,
    amount: transaction.amountCents,
    balanceAfter: account.balanceCents,
    valueAt: transaction.valueAt,
    bookedAt: transaction.bookedAt,
  }
  account.postingHead = linkPosting(account.postingHead, content)
  journal.postings.push({ ...content, hash: account.postingHead })
  addToMonth(state, journal, transaction)
}

function addToMonth(state: State, journal: Journal, { accountId, amountCents, type, valueAt }: Transaction) {
  const month = monthOf(valueAt, state.zone)
  const row = journal.months.get(`${accountId} ${month}`) ?? { accountId, month, deposits: 0n, transfers: 0n }
  if (type === 'Deposit') row.deposits += amountCents
  else row.transfers -= amountCents
  journal.months.set(`${accountId} ${month}`, row)
}

/** An act on nobody in particular stands in the chain of who acted. */
export function appendAct(state: State, journal: Journal, act: AuditEntry) {
  const account = touch(state, journal, act.subjectId ?? act.actorId)
  account.auditNumber += 1n
  const written: WrittenAct = {
    ...act,
    before: JSON.stringify(act.before),
    after: JSON.stringify(act.after),
    chainId: account.id,
    number: account.auditNumber,
  }
  account.auditHead = linkAct(account.auditHead, written)
  journal.acts.push({ ...written, hash: account.auditHead })
}
