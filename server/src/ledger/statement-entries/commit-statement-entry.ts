import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { mainAccountId } from '../account.ts'
import { apply, Journal } from '../core/apply.ts'
import { isKeyConflict } from '../core/commit-batch.ts'
import { storedOutcomeKey, touchIfDue } from '../core/decide.ts'
import { needsOfStaff } from '../core/needs.ts'
import type { Rules } from '../core/rules.ts'
import type { LedgerSteps } from '../core/steps.ts'
import { readRunPayments } from '../payment-runs/payment-runs-store.ts'
import { findPartiesOf, type Parties } from '../read-state.ts'
import { FOUR_EYES_WINDOW_MS } from '../second-person.ts'
import type { StatementEntry, StatementEntryCommand, StatementEntryOutcome } from '../statement-entry.ts'
import type { Effect, State, StoredOutcome } from '../types.ts'
import type { UnclearedDeposit } from '../uncleared-deposits.ts'
import { appendMovement } from './contra-movement.ts'
import { decideMatch, isPendingOf } from './decide-match.ts'
import {
  decideIgnore,
  decideStatementEntryReturn,
  decideUndo,
  externalMoneyRefusal,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
} from './decide-statement-entry.ts'
import {
  insertMovements,
  isCleared,
  isOfOtherStatementEntry,
  lockExternalAccounts,
  lockStatementEntry,
  readStatementEntry,
  sumReturnedAlone,
  updateExternalAccountBooks,
  updateStatementEntry,
} from './statement-entries-store.ts'

/** Two servers can book two statement entries as one transaction: the unique index rejects the second, which reads the first. */
const isConflict = (error: unknown) =>
  isKeyConflict(error) ||
  (sqlState(error) === '23505' && violatedConstraint(error).startsWith('bank_statement_lines_clearing'))

/**
 * Decides about one statement entry in one database transaction. It does not share a batch with other commands, because it
 * waits for an external account that an import may have locked for seconds.
 */
export async function commitStatementEntry(
  sql: Sql,
  rules: Rules,
  command: StatementEntryCommand,
  steps: LedgerSteps,
): Promise<StatementEntryOutcome> {
  const before = await readStatementEntry(sql, command.statementEntryId)
  const transactionIds = transactionIdsOf(
    command,
    before,
    before ? await pendingDepositsOf(sql, command, before, steps) : [],
  )
  const parties = await partiesOf(sql, command, before, transactionIds)
  const outcome = await inTransaction(
    sql,
    async (tx) => {
      const state = await steps.readState(
        tx,
        needsOfStaff(command, transactionIds, before?.proposedBy ? [before.proposedBy] : []),
        parties,
        rules,
      )
      const books = await readBooks(tx, command, state, steps)
      steps.probe?.afterLock()
      const { outcome, decision } = decide(state, books, command, before)
      await write(tx, state, books, decision, steps)
      steps.probe?.beforeCommit()
      return outcome
    },
    { alsoRetry: isConflict },
  )
  steps.probe?.afterCommit()
  return outcome
}

/** The pending deposits that matching the statement entry with a person may approve. */
async function pendingDepositsOf(
  sql: Reader,
  command: StatementEntryCommand,
  statementEntry: StatementEntry,
  { readUnclearedDeposits }: LedgerSteps,
): Promise<string[]> {
  if (command.kind !== 'match' || command.target.kind !== 'person') return []
  const deposits = await readUnclearedDeposits(sql, command.target.personId, statementEntry)
  return deposits.filter((deposit) => isPendingOf(deposit, statementEntry)).map(({ id }) => id)
}

/** The deposits that the statement entry may be, of the person whom a match would credit. */
async function depositsOf(
  tx: Tx,
  command: StatementEntryCommand,
  statementEntry: StatementEntry,
  state: State,
  { readUnclearedDeposits }: LedgerSteps,
): Promise<UnclearedDeposit[]> {
  if (command.kind !== 'match' || statementEntry.amountCents <= 0n) return []
  const { target } = command
  const personId =
    target.kind === 'person'
      ? target.personId
      : target.kind === 'transaction'
        ? state.transactions.get(target.transactionId)?.ownerId
        : undefined
  return personId ? readUnclearedDeposits(tx, personId, statementEntry) : []
}

/** What the decision may approve, decline or return: the transaction of the match, or deposits for the statement entry. */
function transactionIdsOf(
  command: StatementEntryCommand,
  statementEntry: StatementEntry | null,
  deposits: readonly string[],
): string[] {
  const target = command.kind === 'match' && command.target.kind === 'transaction' ? command.target.transactionId : null
  return [...new Set([target ?? [], statementEntry?.depositId ?? [], ...deposits].flat())]
}

/** The actor's chain may grow. Who proposed a return is read, and not locked. */
async function partiesOf(
  sql: Sql,
  command: StatementEntryCommand,
  statementEntry: StatementEntry | null,
  transactionIds: string[],
): Promise<Parties> {
  const { accountIds, ownerIds } = await findPartiesOf(sql, transactionIds)
  const person = command.kind === 'match' && command.target.kind === 'person' ? [command.target.personId] : []
  const people = [command.actor.personId, ...person]
  return {
    accountIds: [...new Set([...accountIds, ...people.map(mainAccountId)])],
    ownerIds: [
      ...new Set([...ownerIds, ...people, ...(statementEntry?.proposedBy ? [statementEntry.proposedBy] : [])]),
    ],
  }
}

/** The statement entry first, then its external account. */
async function readBooks(
  tx: Tx,
  command: StatementEntryCommand,
  state: State,
  steps: LedgerSteps,
): Promise<StatementEntryBooks | null> {
  const statementEntry = await lockStatementEntry(tx, command.statementEntryId)
  const [externalAccount] = statementEntry ? await lockExternalAccounts(tx, [statementEntry.externalAccountId]) : []
  if (!statementEntry || !externalAccount) return null
  const { at, actor } = command
  const target = command.kind === 'match' ? command.target : null
  const transactionId = target?.kind === 'transaction' ? target.transactionId : statementEntry.depositId
  const cleared =
    target?.kind === 'return'
      ? await isCleared(tx, { returnOf: target.statementEntryId })
      : transactionId !== null && (await isCleared(tx, { transactionId }))
  const since = new Date(at.getTime() - FOUR_EYES_WINDOW_MS)
  return {
    statementEntry,
    externalAccount,
    isCleared: cleared,
    isOfOtherStatementEntry:
      transactionId !== null && (await isOfOtherStatementEntry(tx, transactionId, statementEntry.id)),
    isInOpenRun: transactionId !== null && (await readRunPayments(tx, [transactionId])).some(({ is_open }) => is_open),
    unclearedDeposits: await depositsOf(tx, command, statementEntry, state, steps),
    returned: target?.kind === 'return' ? await readStatementEntry(tx, target.statementEntryId) : null,
    returnedAloneCents: command.kind === 'return' ? await sumReturnedAlone(tx, actor.personId, since) : 0n,
  }
}

type DecisionResult = { outcome: StatementEntryOutcome; decision: StatementEntryDecision & { effects: Effect[] } }

function decide(
  state: State,
  books: StatementEntryBooks | null,
  command: StatementEntryCommand,
  before: StatementEntry | null,
): DecisionResult {
  const { actor, at, idempotency: key } = command
  const refusal = externalMoneyRefusal(state, command)
  if (refusal) return refused(refusal)
  const touches = actor.kind === 'session' ? touchIfDue(state, actor, at) : []
  const stored = key && state.storedOutcomes.get(storedOutcomeKey(actor.personId, key))
  if (stored) return replay(stored, command, touches)
  if (!books) return refused('not_found', touches)
  // Another member of staff began something while this command waited: what that is was not read.
  const decision =
    books.statementEntry.depositId === before?.depositId
      ? decideNew(state, books, command)
      : refusedEntry('line_decided')
  const outcome: StatementEntryOutcome = decision.ok ? { ok: true, replayed: false } : { ...decision, replayed: false }
  const remembered = key ? [storeOutcome(outcome, command, key)] : []
  const effects = [...(decision.ok ? decision.effects : []), ...touches, ...remembered]
  return { outcome, decision: { ...decision, effects } }
}

function decideNew(state: State, books: StatementEntryBooks, command: StatementEntryCommand): StatementEntryDecision {
  switch (command.kind) {
    case 'match':
      return decideMatch(state, books, command)
    case 'ignore':
      return decideIgnore(state, books, command)
    case 'undo':
      return decideUndo(state, books, command)
    case 'return':
      return decideStatementEntryReturn(state, books, command)
  }
}

type EntryRefusal = Extract<StatementEntryOutcome, { ok: false }>['code']

const refused = (code: EntryRefusal, effects: Effect[] = [], replayed = false): DecisionResult => ({
  outcome: { ok: false, code, replayed },
  decision: { ok: false, code, effects },
})

function replay(
  { requestHash, outcome }: StoredOutcome,
  { idempotency }: StatementEntryCommand,
  effects: Effect[],
): DecisionResult {
  if (!idempotency || !requestHash.equals(idempotency.requestHash)) return refused('idempotency_key_reused', effects)
  if (outcome !== 'ok' && outcome !== 'proposed') return refused(outcome, effects, true)
  // Nothing is written again: the statement entry is answered as it is now.
  return { outcome: { ok: true, replayed: true }, decision: { ok: false, code: 'line_decided', effects } }
}

function storeOutcome(
  outcome: StatementEntryOutcome,
  { actor, statementEntryId }: StatementEntryCommand,
  key: NonNullable<StatementEntryCommand['idempotency']>,
) {
  const stored = outcome.ok
    ? { outcome: 'ok' as const, resultId: statementEntryId }
    : { outcome: outcome.code, resultId: null }
  const storedOutcome: StoredOutcome = { requestHash: key.requestHash, ...stored }
  return { kind: 'store_outcome', personId: actor.personId, key, storedOutcome } satisfies Effect
}

async function write(
  tx: Tx,
  state: State,
  books: StatementEntryBooks | null,
  decision: DecisionResult['decision'],
  { writeRows }: LedgerSteps,
): Promise<void> {
  const journal = new Journal()
  apply(state, journal, decision.effects)
  await writeRows(tx, state, journal)
  if (!decision.ok || !books) return
  // The transactions come first: a statement entry may refer to them.
  await updateStatementEntry(tx, decision.statementEntry)
  for (const given of decision.movements) {
    const { books: externalAccount, movement } = appendMovement(books.externalAccount, given)
    await insertMovements(tx, [movement])
    await updateExternalAccountBooks(tx, externalAccount)
  }
}
