import { column } from '../db/arrays.ts'
import type { Sql, Tx } from '../db/connection.ts'

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
}

/** In parts, so that a file of any length is read in constant memory. */
export async function stageLines(
  sql: Sql | Tx,
  importId: string,
  lines: readonly StagedLine[],
  at: Date,
): Promise<void> {
  await sql`
    insert into staged_statement_lines (import_id, place, id, outside_account_id, identity, booked_on, value_on, amount,
      end_to_end_id, bank_reference, counterparty_name, counterparty_number, text, created_at)
    select ${importId}, place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
      counterparty_name, counterparty_number, text, ${at}
    from unnest(
      ${column(lines, (l) => l.place)}::int[], ${column(lines, (l) => l.id)}::uuid[],
      ${column(lines, (l) => l.outsideAccountId)}::uuid[], ${column(lines, (l) => l.identity)}::bytea[],
      ${column(lines, (l) => l.bookedOn)}::date[], ${column(lines, (l) => l.valueOn)}::date[],
      ${column(lines, (l) => l.amountCents)}::bigint[], ${column(lines, (l) => l.endToEndId)}::text[],
      ${column(lines, (l) => l.bankReference)}::text[], ${column(lines, (l) => l.counterpartyName)}::text[],
      ${column(lines, (l) => l.counterpartyNumber)}::text[], ${column(lines, (l) => l.text)}::text[])
      as l (place, id, outside_account_id, identity, booked_on, value_on, amount, end_to_end_id, bank_reference,
            counterparty_name, counterparty_number, text)`
}
