import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import type { StatementToImport } from '../staged-statement-entries.ts'
import { appendMovement, bookStatementEntry, type ExternalAccountBooks, type Movement } from './contra-movement.ts'
import { insertMovements, updateExternalAccountBooks } from './statement-entries-store.ts'

type Booking = {
  importId: string
  statement: StatementToImport
  books: ExternalAccountBooks
  actorId: string
  at: Date
}

const STATEMENT_ENTRIES_PER_READ = 5_000

/** Inserts the statement entries that are new, and books those that need no click. Holds the lock of the external account. */
export async function bookStagedStatementEntries(
  tx: Tx,
  { importId, statement, books, actorId, at }: Booking,
): Promise<void> {
  await tx`
    insert into bank_statement_lines (id, statement_id, outside_account_id, identity, booked_on, value_on, amount,
      end_to_end_id, bank_reference, counterparty_name, counterparty_number, text, state, transaction_id, return_of, person_id,
      score, reasons, suggestions, in_suspense, ignored_reason, decided_by, decided_at, booked_at)
    select s.id, ${statement.id}, s.outside_account_id, s.identity, s.booked_on, s.value_on, s.amount, s.end_to_end_id,
      s.bank_reference, s.counterparty_name, s.counterparty_number, s.text,
      case when s.amount = 0 then 'ignored' when s.at_once then 'booked' else s.state end,
      s.transaction_id, s.return_of, s.person_id, s.score, s.reasons, s.suggestions, s.amount <> 0 and s.state = 'unmatched',
      case when s.amount = 0 then 'The amount is zero.' end,
      case when s.amount = 0 or s.at_once then ${actorId}::uuid end,
      case when s.amount = 0 or s.at_once then ${at}::timestamptz end,
      case when s.at_once then ${at}::timestamptz end
    from (
      select staged.*, ${isBookedAtOnce(tx, actorId)} as at_once from staged_statement_lines staged
      where staged.import_id = ${importId} and staged.outside_account_id = ${statement.externalAccountId} offset 0) as s
    order by s.place
    on conflict (outside_account_id, identity) do nothing`
  await updateExternalAccountBooks(tx, await bookStatementEntries(tx, statement.id, books, { actorId, at }))
}

/** An outgoing payment with its EndToEndId: the bank itself has ordered it. A colleague books payments of the importer. */
const isBookedAtOnce = (tx: Tx, actorId: string) => tx`
  (staged.state = 'matched' and staged.amount < 0 and not exists (
    select 1 from transactions t join accounts a on a.id = t.account_id
    where t.id = staged.transaction_id and a.owner_id = ${actorId}))`

type StatementEntryRow = { id: string; amount: bigint; in_suspense: boolean }

/** In the order of the file, in parts of constant size. */
async function bookStatementEntries(
  tx: Tx,
  statementId: string,
  externalAccount: ExternalAccountBooks,
  { actorId, at }: Pick<Booking, 'actorId' | 'at'>,
): Promise<ExternalAccountBooks> {
  let books = externalAccount
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await tx<StatementEntryRow[]>`
      select id, amount, in_suspense from bank_statement_lines
      where statement_id = ${statementId} and id > ${after} and (in_suspense or state = 'booked')
      order by id limit ${STATEMENT_ENTRIES_PER_READ}`
    const last = rows.at(-1)
    if (!last) return books
    after = last.id
    const movements: Movement[] = []
    for (const { id: statementEntryId, amount, in_suspense } of rows) {
      const sides = bookStatementEntry(books.contra, in_suspense ? 'suspense' : 'wire_clearing', amount)
      const given = {
        id: newIdAt(at),
        statementEntryId,
        purpose: 'statement' as const,
        round: 0,
        actorId,
        bookedAt: at,
        ...sides,
      }
      const next = appendMovement(books, given)
      books = next.books
      movements.push(next.movement)
    }
    await insertMovements(tx, movements)
  }
}
