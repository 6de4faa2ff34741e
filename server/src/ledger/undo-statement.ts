import type { Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import {
  appendMovement,
  type ExternalAccountBooks,
  type Movement,
  withdrawStatementEntry,
} from './statement-entries/contra-movement.ts'
import {
  insertMovements,
  lockExternalAccounts,
  updateExternalAccountBooks,
} from './statement-entries/statement-entries-store.ts'

/** An imported statement with all that decides whether it can be undone. Its entries and its account are locked. */
export type StatementToUndo = {
  id: string
  externalAccount: ExternalAccountBooks
  accountName: string
  accountNumber: string
  format: string
  fromOn: string
  toOn: string
  fileHash: Buffer
  entries: number
  /** Entries that are booked now. */
  booked: number
  /** Entries that wait for a second member of staff. */
  waiting: number
  /** An entry was booked by an act or a match, and undone since: undoing the import takes two people. */
  wasBooked: boolean
  isUndone: boolean
  /** A later import of the account that found entries of these days known. They may be of this one. */
  sharedWith: string | null
}

type Row = {
  account_id: string
  name: string
  number: string
  format: string
  from_on: string
  to_on: string
  file_hash: Buffer
}
type Found = Pick<StatementToUndo, 'entries' | 'booked' | 'waiting' | 'wasBooked' | 'isUndone' | 'sharedWith'>

/** A hundred thousand entries take longer than a request's statements may. */
const TIMEOUT_MS = 120_000
const ENTRIES_PER_READ = 5_000

/** The entries first, then the account, as every command about an entry. Null: there is no such statement. */
export async function lockStatementToUndo(tx: Tx, id: string): Promise<StatementToUndo | null> {
  await tx.unsafe(`set local statement_timeout = ${TIMEOUT_MS}; set local lock_timeout = ${TIMEOUT_MS};
    set local idle_in_transaction_session_timeout = ${TIMEOUT_MS}`)
  const [row] = await tx<Row[]>`
    select a.id as account_id, a.name, a.number, s.format, s.from_on::text as from_on, s.to_on::text as to_on, s.file_hash
    from bank_statements s join outside_accounts a on a.id = s.outside_account_id where s.id = ${id}`
  if (!row) return null
  await tx`
    select count(*) from (
      select 1 from bank_statement_lines where statement_id = ${id} order by id for no key update) as locked`
  const [externalAccount] = await lockExternalAccounts(tx, [row.account_id])
  const [found] = await tx<Found[]>`
    with own as (
      select l.state, l.booked_on, l.proposed_by is not null
          or exists (select 1 from transactions t where t.id = l.deposit_id and t.status <> 'Declined') as waits
      from bank_statement_lines l where l.statement_id = ${id}),
    days as (
      select least(s.from_on, min(own.booked_on)) as from_on, greatest(s.to_on, max(own.booked_on)) as to_on
      from bank_statements s left join own on true where s.id = ${id} group by s.from_on, s.to_on)
    select (select count(*)::int from own) as entries,
      (select count(*)::int from own where state = 'booked') as booked,
      (select count(*)::int from own where state <> 'booked' and waits) as waiting,
      exists (select 1 from bank_statement_lines l join contra_movements m on m.line_id = l.id
              where l.statement_id = ${id}
                and (m.purpose not in ('statement', 'withdrawal') or 'suspense' not in (m.debit, m.credit))) as "wasBooked",
      exists (select 1 from statement_undos u where u.statement_id = ${id}) as "isUndone",
      (select max(later.id::text) from bank_statements later cross join days
       where later.outside_account_id = ${row.account_id} and later.id > ${id} and later.lines_known > 0
         and later.from_on <= days.to_on and later.to_on >= days.from_on
         and not exists (select 1 from statement_undos u where u.statement_id = later.id)) as "sharedWith"`
  if (!externalAccount || !found) throw new Error(`Statement ${id} could not be locked`)
  const { name: accountName, number: accountNumber, format, from_on: fromOn, to_on: toOn, file_hash: fileHash } = row
  return { id, externalAccount, accountName, accountNumber, format, fromOn, toOn, fileHash, ...found }
}

type Undoing = { actorId: string /** The first of two people. */; proposedBy: string | null; at: Date }

/**
 * Takes an import out of the books: what was booked to suspense is booked back, and its entries are in no list, sum or matching any
 * more. Nothing is deleted. The entries give their identities up, so that the same file can be imported again.
 */
export async function undoStatement(
  tx: Tx,
  { id, externalAccount }: StatementToUndo,
  { actorId, proposedBy, at }: Undoing,
): Promise<void> {
  await tx`
    insert into statement_undos (statement_id, undone_by, proposed_by, undone_at)
    values (${id}, ${actorId}, ${proposedBy}, ${at})`
  await updateExternalAccountBooks(tx, await withdrawEntries(tx, id, externalAccount, { actorId, at }))
  await tx`
    update bank_statement_lines
    set state = 'undone', identity = sha256(identity || uuid_send(id)), round = round + in_suspense::int, in_suspense = false,
        ignored_reason = null, decided_by = ${actorId}, decided_at = ${at}
    where statement_id = ${id}`
}

type WaitingEntry = { id: string; amount: bigint; round: number }

/** Entries are withdrawn in the order of the file, in parts of constant size. */
async function withdrawEntries(
  tx: Tx,
  statementId: string,
  externalAccount: ExternalAccountBooks,
  { actorId, at }: Pick<Undoing, 'actorId' | 'at'>,
): Promise<ExternalAccountBooks> {
  let books = externalAccount
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx<WaitingEntry[]>`
      select id, amount, round from bank_statement_lines
      where statement_id = ${statementId} and id > ${after} and in_suspense order by id limit ${ENTRIES_PER_READ}`
    const last = rows.at(-1)
    if (!last) return books
    after = last.id
    const movements: Movement[] = []
    for (const { id: statementEntryId, amount, round } of rows) {
      const sides = withdrawStatementEntry(books.contra, amount)
      const given = { id: newIdAt(at), statementEntryId, purpose: 'withdrawal' as const, round, actorId, bookedAt: at }
      const next = appendMovement(books, { ...given, ...sides })
      books = next.books
      movements.push(next.movement)
    }
    await insertMovements(tx, movements)
  }
}
