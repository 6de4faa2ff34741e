import { lockStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { comparableNumber, findEqual } from './find-account.ts'
import { readAccounts } from './open-statement.ts'

/** The accounts that staff said numbers in files mean. */
export async function readSaidAccounts(sql: Reader): Promise<Map<string, string>> {
  const rows = await sql<
    { number: string; account_id: string }[]
  >`select number, outside_account_id as account_id from statement_numbers`
  return new Map(rows.map(({ number, account_id }) => [number, account_id]))
}

/** `statementId`: the import with which it was said. Undoing that forgets it. */
type SaidNumber = { accountId: string; number: string; statementId: string | null }

/** It decides which account gets the money of a file, so it is in the audit log. */
export function rememberNumber(sql: Sql, staff: StaffContext, said: SaidNumber): Promise<void> {
  const { accountId, statementId } = said
  const number = comparableNumber(said.number)
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'outside:manage', [])
    await requireAccount(tx, accountId)
    if (findEqual(await readAccounts(tx), said.number).length === 1) throw new Refusal('outside_account_exists')
    const [before] = await tx<{ account_id: string }[]>`
      select outside_account_id as account_id from statement_numbers where number = ${number} for update`
    if (before?.account_id === accountId) return
    await tx`
      insert into statement_numbers (number, outside_account_id, statement_id, said_by, said_at)
      values (${number}, ${accountId}, ${statementId}, ${staff.actorId}, ${staff.at})
      on conflict (number) do update set outside_account_id = excluded.outside_account_id,
        statement_id = excluded.statement_id, said_by = excluded.said_by, said_at = excluded.said_at`
    const change = {
      before: { number, outsideAccountId: before?.account_id ?? null },
      after: { number, outsideAccountId: accountId },
    }
    const entry = auditEntry(staff, { subjectId: null, action: 'statement_number.remembered', ...change })
    await record(tx, { auditEntries: [entry] })
  })
}

export function forgetNumber(sql: Sql, staff: StaffContext, accountId: string, written: string): Promise<void> {
  const number = comparableNumber(written)
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'outside:manage', [])
    const { count } = await tx`
      delete from statement_numbers where number = ${number} and outside_account_id = ${accountId}`
    if (count === 0) throw new Refusal('not_found')
    const change = { before: { number, outsideAccountId: accountId }, after: { number, outsideAccountId: null } }
    const entry = auditEntry(staff, { subjectId: null, action: 'statement_number.forgotten', ...change })
    await record(tx, { auditEntries: [entry] })
  })
}

/** What was said with an import that is undone now. */
export async function forgetNumbersOf(tx: Tx, statementId: string): Promise<string[]> {
  const rows = await tx<{ number: string }[]>`
    delete from statement_numbers where statement_id = ${statementId} returning number`
  return rows.map(({ number }) => number)
}

async function requireAccount(sql: Reader, accountId: string): Promise<void> {
  const [row] = await sql`select 1 from outside_accounts where id = ${accountId}`
  if (!row) throw new Refusal('not_found')
}
