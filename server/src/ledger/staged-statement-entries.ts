import { column } from '../platform/db/arrays.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'

/** What a file says about one account. Its lines are staged under the import's id. */
export type StatementToImport = {
  id: string
  outsideAccountId: string
  fileHash: Buffer
  format: string
  fromOn: string
  toOn: string
  openingCents: bigint | null
  closingCents: bigint | null
}

/** What a line probably is. `suggestions` are the others, as JSON. */
export type StagedMatch = {
  state: 'matched' | 'suggested'
  transactionId: string | null
  userId: string | null
  returnOf: string | null
  score: number | null
  reasons: string
  suggestions: string
}

/** A line of a file that is being read, with its place in the file. */
export type StagedLine = {
  place: number
  id: string
  outsideAccountId: string
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
export type LineToMatch = Omit<StagedLine, 'match'>

/** In parts, so that a file of any length is read in constant memory. */
export async function stageLines(
  sql: Sql | Tx,
  importId: string,
  lines: readonly StagedLine[],
  at: Date,
): Promise<void> {
  await sql`
    insert into staged_statement_lines (import_id, place, id, outside_account_id, identity, booked_on, value_on, amount,
      end_to_end_id, bank_reference, counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of,
      score, reasons, suggestions, created_at)
    select ${importId}, place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
      counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of, score, reasons, suggestions, ${at}
    from unnest(
      ${column(lines, (l) => l.place)}::int[], ${column(lines, (l) => l.id)}::uuid[],
      ${column(lines, (l) => l.outsideAccountId)}::uuid[], ${column(lines, (l) => l.identity)}::bytea[],
      ${column(lines, (l) => l.bookedOn)}::date[], ${column(lines, (l) => l.valueOn)}::date[],
      ${column(lines, (l) => l.amountCents)}::bigint[], ${column(lines, (l) => l.endToEndId)}::text[],
      ${column(lines, (l) => l.bankReference)}::text[], ${column(lines, (l) => l.counterpartyName)}::text[],
      ${column(lines, (l) => l.counterpartyNumber)}::text[], ${column(lines, (l) => l.text)}::text[],
      ${column(lines, ({ match }) => match?.state ?? 'unmatched')}::text[],
      ${column(lines, ({ match }) => match?.transactionId ?? null)}::uuid[],
      ${column(lines, ({ match }) => match?.userId ?? null)}::uuid[],
      ${column(lines, ({ match }) => match?.returnOf ?? null)}::uuid[],
      ${column(lines, ({ match }) => match?.score ?? null)}::smallint[],
      ${column(lines, ({ match }) => match?.reasons ?? '')}::text[],
      ${column(lines, ({ match }) => match?.suggestions ?? '[]')}::text[]::json[])
      as l (place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
            counterparty_name, counterparty_number, text, state, transaction_id, person_id, return_of, score, reasons, suggestions)`
}
