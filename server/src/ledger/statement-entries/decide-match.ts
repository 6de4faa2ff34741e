import { SURE_SCORE } from '#contract/external-money/match-reasons.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { msg } from '#contract/text-id.ts'
import { RETURNED_TEXT } from '#contract/texts.ts'
import { mainAccountId, ownAccount, requireAccount } from '../account.ts'
import { accountsOf, deciderRefusal } from '../core/decision.ts'
import { newTransaction } from '../core/transaction.ts'
import { decideDecline, decideDepositApproval } from '../decisions/decide-approval.ts'
import { decideReturn } from '../reversals/decide-return.ts'
import { reversalRefusal } from '../reversals/reversal.ts'
import { isClosed } from '../standing.ts'
import type { StatementEntryCommand } from '../statement-entry.ts'
import type { Effect, State, Transaction } from '../types.ts'
import type { UnclearedDeposit } from '../uncleared-deposits.ts'
import { matchReturn } from './decide-match-return.ts'
import {
  auditStatementEntry,
  bookAgainstClearing,
  bookedStatementEntry,
  isOpen,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
  waitingDeposit,
} from './decide-statement-entry.ts'

type MatchCommand = Extract<StatementEntryCommand, { kind: 'match' }>

/** Books a statement entry as what the actor says it is. A pending deposit is approved by it, under every rule of an approval. */
export function decideMatch(state: State, books: StatementEntryBooks, command: MatchCommand): StatementEntryDecision {
  const { statementEntry } = books
  const { target } = command
  if (!isOpen(statementEntry)) return refusedEntry('line_decided')
  if (statementEntry.proposedBy !== null) return refusedEntry('line_waits')
  const waiting = waitingDeposit(state, statementEntry)
  if (waiting && !isTarget(waiting, target)) return refusedEntry('line_waits')
  if (waiting && command.alone) return refusedEntry('line_waits')
  if (waiting) return matchTransaction(state, books, command, waiting)
  switch (target.kind) {
    case 'transaction': {
      const transaction = state.transactions.get(target.transactionId)
      return transaction ? matchTransaction(state, books, command, transaction) : refusedEntry('not_found')
    }
    case 'person':
      return matchPerson(state, books, command, target.personId)
    case 'return':
      return isDoubtful(command) ? refusedEntry('confirmation_needed') : matchReturn(books, command)
  }
}

const isDoubtful = ({ score, confirm }: MatchCommand) => !confirm && score !== null && score < SURE_SCORE

/** Whether the actor has to be asked: the score is low, or who would get the money is not Active. The first of two was asked. */
function mustAsk(state: State, books: StatementEntryBooks, command: MatchCommand, transaction: Transaction): boolean {
  if (waitingDeposit(state, books.statementEntry)) return false
  const credits = transaction.status === 'Pending' || isWireBack(books, transaction)
  return isDoubtful(command) || (credits && isAskedAbout(state, command, transaction.ownerId))
}

const isAskedAbout = ({ people }: State, { confirm }: MatchCommand, personId: string) =>
  !confirm && people.get(personId)?.status !== 'Active'

const isTarget = ({ id, ownerId }: Transaction, target: MatchCommand['target']) =>
  (target.kind === 'transaction' && target.transactionId === id) ||
  (target.kind === 'person' && target.personId === ownerId)

function matchTransaction(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  transaction: Transaction,
): StatementEntryDecision {
  const refusedActor = deciderRefusal(state, command.actor, accountsOf(transaction))
  if (refusedActor) return refusedEntry(refusedActor)
  const asks = mustAsk(state, books, command, transaction)
  if (isWireBack(books, transaction))
    return asks ? refusedEntry('confirmation_needed') : returnWire(state, books, command, transaction)
  const refusal = targetRefusal(books, command, transaction)
  if (refusal) return refusedEntry(refusal)
  if (hasDoubt(books, command, transaction)) return refusedEntry('choose_deposit')
  if (asks) return refusedEntry('confirmation_needed')
  if (transaction.status === 'Completed') {
    const answer = isMadeFor(books, transaction) ? answerOf(books, command, transaction) : null
    return withAnswer(bookAs(books, command, transaction, []), answer)
  }
  return transaction.amountCents === books.statementEntry.amountCents
    ? approveFor(state, books, command, transaction)
    : replaceDeposit(state, books, command, transaction)
}

export const isPendingOf = ({ status, amountCents }: UnclearedDeposit, statementEntry: { amountCents: bigint }) =>
  status === 'Pending' && amountCents === statementEntry.amountCents

/**
 * Whether the actor has to say which deposit the statement entry is, before it credits the person by this one: of a deposit made for
 * it, any other may be meant; one that the customer submitted has its amount, so only money that was credited on a receipt may.
 */
function hasDoubt(books: StatementEntryBooks, command: MatchCommand, transaction: Transaction): boolean {
  if (transaction.reverses !== null || answerOf(books, command, transaction)) return false
  const others = books.unclearedDeposits.filter(({ id }) => id !== transaction.id)
  if (isMadeFor(books, transaction)) return others.length > 0
  return transaction.status === 'Pending' && others.some(({ status }) => status === 'Completed')
}

const isMadeFor = ({ statementEntry }: StatementEntryBooks, { id }: Transaction) => id === statementEntry.depositId

/** Whether the actor, or the first of two, said that the statement entry is none of the other deposits. */
const answerOf = (books: StatementEntryBooks, { confirm }: MatchCommand, transaction: Transaction): boolean =>
  confirm || (isMadeFor(books, transaction) && books.statementEntry.doubtConfirmed === true)

const withAnswer = (decision: StatementEntryDecision, doubtConfirmed: boolean | null): StatementEntryDecision =>
  decision.ok ? { ...decision, statementEntry: { ...decision.statementEntry, doubtConfirmed } } : decision

/**
 * A wire that nothing has cleared: approved already, or a deposit that waits for approval. It has the amount and direction of the
 * statement entry; staff can say that a deposit of another amount is meant.
 */
function targetRefusal(
  { statementEntry, isCleared, isOfOtherStatementEntry }: StatementEntryBooks,
  { confirm }: MatchCommand,
  transaction: Transaction,
): RefusalCode | null {
  const { id, method, status, type, amountCents, reverses, reversal } = transaction
  if (status === 'Declined') return 'already_decided'
  const isWire = method === 'wire' || method === 'bank'
  const isDeposit = type === 'Deposit' && reverses === null && statementEntry.amountCents > 0n
  const fits = amountCents === statementEntry.amountCents || (isDeposit && confirm)
  if (!isWire || !fits) return 'line_differs'
  if (status === 'Pending' && (type !== 'Deposit' || (reverses && id !== statementEntry.depositId)))
    return 'line_differs'
  if (isCleared) return 'transaction_cleared'
  if (isOfOtherStatementEntry) return 'deposit_of_line'
  // The customer would get nothing for it. A reversed payment that left all the same is a fact that staff can book.
  return amountCents > 0n ? reversalRefusal(reversal) : null
}

function approveFor(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  { id }: Transaction,
): StatementEntryDecision {
  const { actor, at, requestId, depositAuditId: auditId } = command
  // The call needs a fresh session.
  const approval = { actor, at, requestId, auditId, transactionId: id, fresh: true }
  const { outcome, effects } = decideDepositApproval(state, approval)
  if (!outcome.ok) return refusedEntry(outcome.code)
  const { transaction } = outcome
  if (command.alone && transaction.status === 'Pending') return refusedEntry('second_admin_needed')
  const decision =
    transaction.status === 'Completed'
      ? bookAs(books, command, transaction, effects)
      : waitFor(books, command, transaction, effects)
  return withAnswer(decision, answerOf(books, command, transaction))
}

/** Books it as the transaction. Matching found it as `matchedId`: as the transaction itself, or as the wire that this one returns. */
function bookAs(
  books: StatementEntryBooks,
  command: MatchCommand,
  transaction: Transaction,
  effects: Effect[],
  matchedId = transaction.id,
): StatementEntryDecision {
  const { id: transactionId, ownerId } = transaction
  const isAsFound = books.statementEntry.transactionId === matchedId
  const differenceCents = books.statementEntry.amountCents - transaction.amountCents
  return {
    ok: true,
    statementEntry: {
      ...bookedStatementEntry(command, books.statementEntry),
      transactionId,
      personId: ownerId,
      returnOf: null,
      differenceCents,
      ...(isAsFound ? {} : { score: null, reasons: '' }),
    },
    movements: [bookAgainstClearing(command, books)],
    effects: [
      ...effects,
      auditStatementEntry(
        command,
        books,
        'bank_line.booked',
        {
          state: 'booked',
          transactionId,
          ...(differenceCents === 0n ? {} : { differenceCents: differenceCents.toString() }),
        },
        ownerId,
      ),
    ],
  }
}

/** The external bank sent a completed wire back: the statement entry has the opposite amount. */
const isWireBack = (
  { statementEntry }: StatementEntryBooks,
  { type, method, status, reverses, amountCents }: Transaction,
) =>
  statementEntry.amountCents > 0n &&
  amountCents === -statementEntry.amountCents &&
  type === 'Transfer' &&
  method === 'wire' &&
  status === 'Completed' &&
  reverses === null

/** Credits the customer, under every rule of a return, and books the statement entry as the return. */
function returnWire(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  original: Transaction,
): StatementEntryDecision {
  const { actor, at, requestId, depositId: id, depositAuditId: auditId } = command
  const input = {
    actor,
    at,
    requestId,
    auditId,
    id,
    transactionId: original.id,
    reason: RETURNED_TEXT,
    confirm: true,
  }
  const inOpenRun = new Set(books.isInOpenRun ? [original.id] : [])
  const { outcome, effects } = decideReturn({ ...state, inOpenRun }, input)
  if (!outcome.ok) return refusedEntry(outcome.code)
  const { transaction } = outcome
  if (transaction.status === 'Completed')
    return withAnswer(bookAs(books, command, transaction, effects, original.id), null)
  if (command.alone) return refusedEntry('second_admin_needed')
  const decision = waitFor(books, command, transaction, effects, original.id)
  return decision.ok ? { ...decision, statementEntry: { ...decision.statementEntry, depositId: id } } : decision
}

/** The first of two approvals: nothing is booked. */
function waitFor(
  books: StatementEntryBooks,
  command: MatchCommand,
  transaction: Transaction,
  effects: Effect[],
  matchedId = transaction.id,
): StatementEntryDecision {
  const { id: transactionId, ownerId: personId } = transaction
  const { statementEntry } = books
  const isAsFound =
    statementEntry.transactionId === matchedId ||
    (statementEntry.personId === personId && !statementEntry.transactionId)
  return {
    ok: true,
    statementEntry: {
      ...statementEntry,
      state: 'matched',
      transactionId,
      personId,
      returnOf: null,
      ...(isAsFound ? {} : { score: null, reasons: '' }),
    },
    movements: [],
    effects: [
      ...effects,
      auditStatementEntry(command, books, 'bank_line.match_proposed', { state: 'matched', transactionId }, personId),
    ],
  }
}

/** Approves the person's pending deposit of the amount, or makes one, unless the entry may be another deposit. */
function matchPerson(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  personId: string,
): StatementEntryDecision {
  const account = ownAccount(state, personId, mainAccountId(personId))
  const refusal = deciderRefusal(state, command.actor, [account?.id])
  if (refusal) return refusedEntry(refusal)
  if (!account) return refusedEntry('not_found')
  const { statementEntry } = books
  if (statementEntry.amountCents <= 0n) return refusedEntry('line_differs')
  if (isClosed(state, account.id)) return refusedEntry('account_closed')
  // One question is asked at a time, with everything that is in doubt: `confirm` must not answer what was not asked.
  if (isAskedAbout(state, command, personId))
    return refusedEntry(books.unclearedDeposits.length > 0 ? 'choose_deposit' : 'confirmation_needed')
  if (command.confirm || books.unclearedDeposits.length === 0) return makeDeposit(state, books, command, account.id)
  const [open, ...others] = books.unclearedDeposits.filter((deposit) => isPendingOf(deposit, statementEntry))
  const pending = open && state.transactions.get(open.id)
  // Several, none of the amount, or one that was submitted while this command waited for the lock.
  if (!pending || others.length > 0) return refusedEntry('choose_deposit')
  return matchTransaction(state, books, command, pending)
}

/** Another amount arrived than the customer submitted: the deposit is declined, and what arrived is one of its own. */
function replaceDeposit(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  { id: transactionId, accountId }: Transaction,
): StatementEntryDecision {
  const { actor, at, requestId, declineAuditId: auditId } = command
  const reason = msg('Another amount arrived. It is a deposit of its own.')
  const declined = decideDecline(state, { actor, at, requestId, auditId, transactionId, reason })
  if (!declined.outcome.ok) return refusedEntry(declined.outcome.code)
  const decision = makeDeposit(state, books, command, accountId)
  return decision.ok ? { ...decision, effects: [...declined.effects, ...decision.effects] } : decision
}

/** Makes a deposit of what arrived; two people confirm it where an approval needs two. */
function makeDeposit(
  state: State,
  books: StatementEntryBooks,
  command: MatchCommand,
  accountId: string,
): StatementEntryDecision {
  const { statementEntry } = books
  const deposit = newTransaction({
    id: command.depositId,
    accountId,
    ownerId: requireAccount(state, accountId).ownerId,
    type: 'Deposit',
    method: 'bank',
    amountCents: statementEntry.amountCents,
    valueAt: command.at,
    submittedAt: command.at,
    counterparty: senderOf(statementEntry),
  })
  const opened: State = { ...state, transactions: new Map(state.transactions).set(deposit.id, deposit) }
  const decision = approveFor(opened, { ...books, isCleared: false }, command, deposit)
  if (!decision.ok) return decision
  return {
    ...decision,
    statementEntry: { ...decision.statementEntry, depositId: deposit.id },
    effects: [{ kind: 'open', transaction: deposit, isPlanned: true }, ...decision.effects],
  }
}

function senderOf({
  counterpartyName,
  counterpartyNumber,
}: StatementEntryBooks['statementEntry']): Transaction['counterparty'] {
  if (!counterpartyName && !counterpartyNumber) return null
  const [name, accountNumber] = [counterpartyName ?? '', counterpartyNumber ?? '']
  return { name, accountNumber, bankName: '', iban: '', swiftCode: '', id: null }
}
