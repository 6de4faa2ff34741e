import { column } from '../platform/db/arrays.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'

/** What a file says about one account. Its entries are staged under the import's id. */
export type StatementToImport = {
  id: string
  externalAccountId: string
  fileHash: Buffer
  format: string
  fromOn: string
  toOn: string
  openingCents: bigint | null
  closingCents: bigint | null
}

/** What a statement entry probably is. `suggestions` are the others, as JSON. */
export type StagedMatch = {
  state: 'matched' | 'suggested'
  transactionId: string | null
  userId: string | null
  returnOf: string | null
  score: number | null
  reasons: string
  suggestions: string
}

/** An entry of a file that is being read, with its place in the file. */
export type StagedStatementEntry = {
  place: number
  id: string
  externalAccountId: string
  identity: Buffer
  bookedOn: string
  valueOn: string | null
  amountCents: bigint
  endToEndId: string | null
  bankReference: string | null
  counterpartyName: string | null
  counterpartyNumber: string | null
  text: string
  match: StagedMatch | null
}

/** As the file has it. */
export type StatementEntryToMatch = Omit<StagedStatementEntry, 'match'>

/**
 * Stores entries in parts, so that a file of any length is read in constant memory, with the database's time, by which abandoned
 * ones are deleted.
 */
export async function stageStatementEntries(
  sql: Sql | Tx,
  importId: string,
  statementEntries: readonly StagedStatementEntry[],
): Promise<void> {
  await sql`
    insert into staged_statement_lines (import_id, place, id, outside_account_id, identity, booked_on, value_on, amount,
      end_to_end_id, bank_reference, counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of,
      score, reasons, suggestions, created_at)
    select ${importId}, place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
      counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of, score, reasons, suggestions,
      ${sql.now()}
    from unnest(
      ${column(statementEntries, (l) => l.place)}::int[], ${column(statementEntries, (l) => l.id)}::uuid[],
      ${column(statementEntries, (l) => l.externalAccountId)}::uuid[], ${column(statementEntries, (l) => l.identity)}::bytea[],
      ${column(statementEntries, (l) => l.bookedOn)}::date[], ${column(statementEntries, (l) => l.valueOn)}::date[],
      ${column(statementEntries, (l) => l.amountCents)}::bigint[], ${column(statementEntries, (l) => l.endToEndId)}::text[],
      ${column(statementEntries, (l) => l.bankReference)}::text[], ${column(statementEntries, (l) => l.counterpartyName)}::text[],
      ${column(statementEntries, (l) => l.counterpartyNumber)}::text[], ${column(statementEntries, (l) => l.text)}::text[],
      ${column(statementEntries, ({ match }) => match?.state ?? 'unmatched')}::text[],
      ${column(statementEntries, ({ match }) => match?.transactionId ?? null)}::uuid[],
      ${column(statementEntries, ({ match }) => match?.userId ?? null)}::uuid[],
      ${column(statementEntries, ({ match }) => match?.returnOf ?? null)}::uuid[],
      ${column(statementEntries, ({ match }) => match?.score ?? null)}::smallint[],
      ${column(statementEntries, ({ match }) => match?.reasons ?? '')}::text[],
      ${column(statementEntries, ({ match }) => match?.suggestions ?? '[]')}::text[]::json[])
      as l (place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
            counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of, score, reasons, suggestions)`
}
