import type { Sql, Tx } from '../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../platform/db/errors.ts'
import { withoutNestedLoops } from '../platform/db/plans.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { mainAccountId } from './account.ts'
import { apply, Journal } from './core/apply.ts'
import { audit } from './core/decision.ts'
import { needsOfStaff } from './core/needs.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import type { CommitProbe } from './core/steps.ts'
import { writeRows } from './core/write-rows.ts'
import { readState } from './read-state.ts'
import type { StatementToImport } from './staged-statement-entries.ts'
import { bookStagedStatementEntries } from './statement-entries/book-staged-entries.ts'
import { externalMoneyRefusal } from './statement-entries/decide-statement-entry.ts'
import { lockExternalAccounts } from './statement-entries/statement-entries-store.ts'
import type { CommandContext, State } from './types.ts'

export type Import = {
  importId: string
  statements: readonly StatementToImport[]
  /** Refuses statement entries that contradict stored statements, under the lock of the external account. */
  requireValid?: (tx: Tx, statement: StatementToImport) => Promise<void>
}

export type ImportedStatement = {
  /** Of the statement that an earlier import of the same file made, if it is known. */
  id: string
  known: boolean
}

/** Another statement entry was booked as the same transaction meanwhile, or the same file came at the same time: read again. */
const isConflict = (error: unknown) => sqlState(error) === '23505' && /^bank_statement/.test(violatedConstraint(error))

/** A hundred thousand statement entries take longer than a request's statements may. */
const TIMEOUT_MS = 120_000

/**
 * Takes the staged statement entries over and books them, in one database transaction: matched payments and unmatched
 * entries at once; the others wait for a member of staff. A file or an entry that is known changes nothing.
 */
export async function importStatements(
  sql: Sql,
  zone: string,
  { importId, statements, requireValid }: Import,
  context: CommandContext,
  probe?: CommitProbe,
): Promise<ImportedStatement[]> {
  const actorId = context.actor.personId
  const parties = { accountIds: [mainAccountId(actorId)], ownerIds: [actorId] }
  const imported = await inTransaction(
    sql,
    async (tx) => {
      await tx.unsafe(`set local statement_timeout = ${TIMEOUT_MS}; set local lock_timeout = ${TIMEOUT_MS};
        set local idle_in_transaction_session_timeout = ${TIMEOUT_MS}`)
      const state = await readState(tx, needsOfStaff(context, []), parties, { zone, ...NO_LIMITS })
      const refusal = externalMoneyRefusal(state, context)
      if (refusal) throw new Refusal(refusal)
      const externalAccounts = await lockExternalAccounts(tx, [
        ...new Set(statements.map((one) => one.externalAccountId)),
      ])
      const imported: ImportedStatement[] = []
      for (const statement of statements) {
        const books = externalAccounts.find(({ id }) => id === statement.externalAccountId)
        if (!books) throw new Error(`External account ${statement.externalAccountId} was not found`)
        const knownId = await readKnown(tx, statement)
        if (!knownId) {
          const counts = await insertStatement(tx, importId, statement, context)
          await bookStagedStatementEntries(tx, { importId, statement, books, actorId, at: context.at })
          await requireValid?.(tx, statement)
          await recordImport(tx, state, statement, counts, context)
        }
        imported.push({ id: knownId ?? statement.id, known: knownId !== null })
      }
      await tx`delete from staged_statement_lines where import_id = ${importId}`
      probe?.beforeCommit()
      return imported
    },
    { alsoRetry: isConflict },
  )
  probe?.afterCommit()
  return imported
}

async function readKnown(tx: Tx, { externalAccountId, fileHash }: StatementToImport): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from bank_statements s
    where outside_account_id = ${externalAccountId} and file_hash = ${fileHash}
      and not exists (select 1 from statement_undos u where u.statement_id = s.id)`
  return row?.id ?? null
}

type Counts = { total: number; known: number; matched: number; suggested: number; unmatched: number }

/** The caller holds the lock of the external account, so that no other import adds statement entries meanwhile. */
async function insertStatement(
  tx: Tx,
  importId: string,
  statement: StatementToImport,
  { actor, at }: CommandContext,
): Promise<Counts> {
  const { id, externalAccountId } = statement
  await demoteOutdated(tx, importId, externalAccountId)
  const counts = await withoutNestedLoops(tx, () => countStaged(tx, importId, externalAccountId))
  await tx`
    insert into bank_statements (id, outside_account_id, file_hash, format, from_on, to_on, opening, closing, lines_total,
      lines_known, lines_matched, lines_suggested, lines_unmatched, imported_by, imported_at, round)
    values (${id}, ${externalAccountId}, ${statement.fileHash}, ${statement.format}, ${statement.fromOn}, ${statement.toOn},
      ${statement.openingCents}, ${statement.closingCents}, ${counts.total}, ${counts.known}, ${counts.matched},
      ${counts.suggested}, ${counts.unmatched}, ${actor.personId}, ${at},
      (select count(*) from bank_statements where outside_account_id = ${externalAccountId} and file_hash = ${statement.fileHash}))`
  return counts
}

/** A statement entry and its copy in an earlier file have the same day: those of other days are not read. */
async function countStaged(tx: Tx, importId: string, externalAccountId: string): Promise<Counts> {
  const [counts] = await tx<Counts[]>`
    with staged as (
      select state, identity, booked_on from staged_statement_lines
      where import_id = ${importId} and outside_account_id = ${externalAccountId}),
    counted as (
      select s.state, l.id is not null as known
      from staged s left join bank_statement_lines l on l.identity = s.identity and l.outside_account_id = ${externalAccountId}
        and l.booked_on between (select min(booked_on) from staged) and (select max(booked_on) from staged))
    select count(*)::int as total, count(*) filter (where known)::int as known,
           count(*) filter (where not known and state = 'matched')::int as matched,
           count(*) filter (where not known and state = 'suggested')::int as suggested,
           count(*) filter (where not known and state = 'unmatched')::int as unmatched
    from counted`
  if (!counts) throw new Error('The staged statement entries could not be counted')
  return counts
}

/**
 * Payments are booked without a person, so what the matching found is checked again: it must still be open and not
 * reversed, and only one statement entry can be it. Others are suggested.
 */
async function demoteOutdated(tx: Tx, importId: string, externalAccountId: string): Promise<void> {
  const outdated = await tx<{ place: number; reversed: boolean }[]>`
    select place, reversed from (
      select m.place, row_number() over (partition by coalesce(m.transaction_id, m.return_of) order by m.place) as turn,
             t.status = 'Completed' and t.amount = m.amount as open_transfer,
             r.state = 'booked' and r.returned_reason is not null and r.amount = -m.amount as open_return,
             exists (select 1 from bank_statement_lines c where c.state = 'booked' and c.transaction_id = m.transaction_id)
             or exists (select 1 from bank_statement_lines c where c.state = 'booked' and c.return_of = m.return_of) as cleared,
             exists (select 1 from transactions v where v.reverses_id = m.transaction_id and v.status <> 'Declined'
                     and not v.is_return) as reversed
      from staged_statement_lines m
      left join transactions t on t.id = m.transaction_id left join bank_statement_lines r on r.id = m.return_of
      where m.import_id = ${importId} and m.outside_account_id = ${externalAccountId} and m.state = 'matched' and m.amount < 0
        and not exists (select 1 from bank_statement_lines k where k.outside_account_id = m.outside_account_id
                        and k.booked_on = m.booked_on and k.identity = m.identity)) as checked
    where turn > 1 or cleared or reversed or not coalesce(open_transfer, open_return, false)`
  for (const isReversed of [true, false]) {
    const places = outdated.flatMap(({ place, reversed }) => (reversed === isReversed ? [place] : []))
    if (places.length === 0) continue
    await tx`
      update staged_statement_lines
      set state = 'suggested', reasons = reasons || ${isReversed ? ' reversed' : ''}
      where import_id = ${importId} and place = any(${places}::int[])`
  }
}

async function recordImport(
  tx: Tx,
  state: State,
  statement: StatementToImport,
  { total, known }: Counts,
  context: CommandContext,
): Promise<void> {
  const { id: statementId, externalAccountId, format, fromOn, toOn, fileHash } = statement
  const journal = new Journal()
  const entry = audit(
    { ...context, auditId: newIdAt(context.at) },
    {
      subjectId: null,
      action: 'bank_statement.imported',
      before: {},
      after: {
        statementId,
        outsideAccountId: externalAccountId,
        format,
        fromOn,
        toOn,
        lines: total,
        known,
        sha256: fileHash.toString('hex'),
      },
    },
  )
  apply(state, journal, [entry])
  await writeRows(tx, state, journal)
}
