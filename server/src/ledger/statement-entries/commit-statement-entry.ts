import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { mainAccountId } from '../account.ts'
import { holdGlAccounts } from '../chart.ts'
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
import { appendMovement, type ExternalAccountBooks, type Movement } from './contra-movement.ts'
import { decideBook } from './decide-book.ts'
import { decideMatch, isPendingOf } from './decide-match.ts'
import {
  decideIgnore,
  decideStatementEntryReturn,
  externalMoneyRefusal,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
} from './decide-statement-entry.ts'
import { decideUndo } from './decide-undo.ts'
import {
  type ChangedStatementEntry,
  insertMovements,
  isCleared,
  isOfOtherStatementEntry,
  isPaidBack,
  lockExternalAccounts,
  lockStatementEntries,
  readPendingReversals,
  readStatementEntries,
  sumDecidedAlone,
  updateExternalAccountBooks,
  updateStatementEntries,
} from './statement-entries-store.ts'

/** Two servers can book two statement entries as one transaction: the unique index rejects the second, which reads the first. */
const isConflict = (error: unknown) =>
  isKeyConflict(error) ||
  (sqlState(error) === '23505' && violatedConstraint(error).startsWith('bank_statement_lines_clearing'))

/**
 * Decides about statement entries in one database transaction, in their order. It does not share a batch with other commands, because
 * it waits for an external account that an import may have locked for seconds. Several commands are of one actor and have no keys.
 */
export async function commitStatementEntries(
  sql: Sql,
  rules: Rules,
  commands: readonly StatementEntryCommand[],
  steps: LedgerSteps,
): Promise<StatementEntryOutcome[]> {
  const [first] = commands
  if (!first) return []
  const before = await readStatementEntries(sql, idsOf(commands))
  const transactionIds = await transactionIdsOf(sql, commands, before, steps)
  const proposers = [...before.values()].flatMap(({ proposedBy, undoProposedBy }) => [
    ...(proposedBy ? [proposedBy] : []),
    ...(undoProposedBy ? [undoProposedBy] : []),
  ])
  const parties = await partiesOf(sql, commands, proposers, transactionIds)
  const outcomes = await inTransaction(
    sql,
    async (tx) => {
      const state = await steps.readState(tx, needsOfStaff(first, transactionIds, proposers), parties, rules)
      const locked = await lockBooks(tx, commands)
      steps.probe?.afterLock()
      const outcomes = await decideInOrder(tx, { state, locked, before, steps }, commands)
      steps.probe?.beforeCommit()
      return outcomes
    },
    { alsoRetry: isConflict },
  )
  steps.probe?.afterCommit()
  return outcomes
}

const idsOf = (commands: readonly StatementEntryCommand[]) => commands.map(({ statementEntryId }) => statementEntryId)

type Entries = ReadonlyMap<string, StatementEntry>
type Locked = { entries: Entries; externalAccounts: Map<string, ExternalAccountBooks> }

/** The statement entries first, then their external accounts. */
async function lockBooks(tx: Tx, commands: readonly StatementEntryCommand[]): Promise<Locked> {
  const entries = await lockStatementEntries(tx, idsOf(commands))
  const accounts = await lockExternalAccounts(tx, [
    ...new Set([...entries.values()].map(({ externalAccountId }) => externalAccountId)),
  ])
  return { entries, externalAccounts: new Map(accounts.map((account) => [account.id, account])) }
}

type Batch = { state: State; locked: Locked; before: Entries; steps: LedgerSteps }

/** Each decision sees what those before it did to people and accounts; everything is written at the end. */
async function decideInOrder(
  tx: Tx,
  { state, locked, before, steps }: Batch,
  commands: readonly StatementEntryCommand[],
): Promise<StatementEntryOutcome[]> {
  const allBooks = await Promise.all(commands.map((command) => readBooks(tx, command, locked, state, steps)))
  const journal = new Journal()
  const changes: ChangedStatementEntry[] = []
  const movements: Movement[] = []
  const outcomes = commands.map((command, place) => {
    const books = withAccountOf(allBooks[place] ?? null, locked)
    const { outcome, decision } = decide(state, books, command, before.get(command.statementEntryId) ?? null)
    apply(state, journal, decision.effects)
    if (!decision.ok || !books) return outcome
    changes.push({ before: books.statementEntry, after: decision.statementEntry })
    for (const given of decision.movements) {
      const { books: externalAccount, movement } = appendMovement(accountOf(books, locked), given)
      locked.externalAccounts.set(externalAccount.id, externalAccount)
      movements.push(movement)
    }
    return outcome
  })
  // The transactions come first: a statement entry may refer to them.
  await steps.writeRows(tx, state, journal)
  await updateStatementEntries(tx, changes)
  await insertMovements(tx, movements)
  if (movements.length > 0)
    for (const account of locked.externalAccounts.values()) await updateExternalAccountBooks(tx, account)
  return outcomes
}

const accountOf = ({ externalAccount }: StatementEntryBooks, { externalAccounts }: Locked) =>
  externalAccounts.get(externalAccount.id) ?? externalAccount

/** The end of the chain is the one that earlier decisions of the batch left. */
const withAccountOf = (books: StatementEntryBooks | null, locked: Locked): StatementEntryBooks | null =>
  books && { ...books, externalAccount: accountOf(books, locked) }

/** The pending deposits that matching the statement entry with a person may approve. */
async function pendingDepositsOf(
  sql: Reader,
  command: StatementEntryCommand,
  statementEntry: StatementEntry | undefined,
  { readUnclearedDeposits }: LedgerSteps,
): Promise<string[]> {
  if (!statementEntry || command.kind !== 'match' || command.target.kind !== 'person') return []
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

/** What the decisions may approve, decline, return or reverse: transactions of the matches, deposits for the statement entries. */
async function transactionIdsOf(
  sql: Reader,
  commands: readonly StatementEntryCommand[],
  before: Entries,
  steps: LedgerSteps,
): Promise<string[]> {
  const ids = new Set<string>()
  const undone: string[] = []
  for (const command of commands) {
    const entry = before.get(command.statementEntryId)
    if (command.kind === 'match' && command.target.kind === 'transaction') ids.add(command.target.transactionId)
    if (entry?.depositId) ids.add(entry.depositId)
    if (command.kind === 'undo' && entry?.state === 'booked' && entry.transactionId) undone.push(entry.transactionId)
    for (const id of await pendingDepositsOf(sql, command, entry, steps)) ids.add(id)
  }
  const reversals = undone.length > 0 ? await readPendingReversals(sql, undone) : []
  return [...new Set([...ids, ...undone, ...reversals])]
}

/** The actor's chain may grow. Who proposed a return, a booking or an undo is read, and not locked. */
async function partiesOf(
  sql: Sql,
  commands: readonly StatementEntryCommand[],
  proposers: readonly string[],
  transactionIds: string[],
): Promise<Parties> {
  const { accountIds, ownerIds } = await findPartiesOf(sql, transactionIds)
  const people = commands.flatMap((command) => [
    command.actor.personId,
    ...(command.kind === 'match' && command.target.kind === 'person' ? [command.target.personId] : []),
  ])
  return {
    accountIds: [...new Set([...accountIds, ...people.map(mainAccountId)])],
    ownerIds: [...new Set([...ownerIds, ...people, ...proposers])],
  }
}

async function readBooks(
  tx: Tx,
  command: StatementEntryCommand,
  { entries, externalAccounts }: Locked,
  state: State,
  steps: LedgerSteps,
): Promise<StatementEntryBooks | null> {
  const statementEntry = entries.get(command.statementEntryId)
  const externalAccount = statementEntry && externalAccounts.get(statementEntry.externalAccountId)
  if (!statementEntry || !externalAccount) return null
  const { at, actor, kind } = command
  const target = kind === 'match' ? command.target : null
  const transactionId = target?.kind === 'transaction' ? target.transactionId : statementEntry.depositId
  const returnOf = target?.kind === 'return' ? target.statementEntryId : null
  const cleared = returnOf ? { returnOf } : transactionId ? { transactionId } : null
  const since = new Date(at.getTime() - FOUR_EYES_WINDOW_MS)
  const code = kind === 'book' ? command.code : null
  const [isClearedNow, isOfOther, runPayments, unclearedDeposits, returned, decidedAloneCents, paidBack, glAccounts] =
    await Promise.all([
      cleared ? isCleared(tx, cleared) : false,
      transactionId ? isOfOtherStatementEntry(tx, transactionId, statementEntry.id) : false,
      transactionId ? readRunPayments(tx, [transactionId]) : [],
      depositsOf(tx, command, statementEntry, state, steps),
      returnOf ? readStatementEntries(tx, [returnOf]) : null,
      kind === 'return' || kind === 'book' || kind === 'undo' ? sumDecidedAlone(tx, actor.personId, since) : 0n,
      kind === 'undo' && statementEntry.returnedReason !== null ? isPaidBack(tx, statementEntry.id) : false,
      code ? holdGlAccounts(tx, [code]) : null,
    ])
  return {
    statementEntry,
    externalAccount,
    isCleared: isClearedNow,
    isOfOtherStatementEntry: isOfOther,
    isInOpenRun: runPayments.some(({ is_open }) => is_open),
    unclearedDeposits,
    returned: (returnOf && returned?.get(returnOf)) || null,
    decidedAloneCents,
    isPaidBack: paidBack,
    glAccount: (code && glAccounts?.get(code)) || null,
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
    books.statementEntry.depositId === before?.depositId && books.statementEntry.transactionId === before?.transactionId
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
    case 'book':
      return decideBook(state, books, command)
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
