import { normalizeNumber } from '#contract/account-numbers.ts'
import type { Payee } from '#contract/payments/payees.ts'
import { isVerified } from '../../customers/verified.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

type PayeeRow = {
  id: string
  name: string
  account_name: string
  account_number: string
  bank_name: string
  iban: string
  swift_code: string
}

const COLUMNS = 'id, name, account_name, account_number, bank_name, iban, swift_code'
const columns = (sql: Reader) => sql.unsafe(COLUMNS)

const toPayee = (row: PayeeRow): Payee => ({
  _id: row.id,
  name: row.name,
  accountName: row.account_name,
  // Older ones were stored as they were typed.
  accountNumber: normalizeNumber(row.account_number),
  bankName: row.bank_name,
  iban: row.iban,
  swiftCode: row.swift_code,
})

export async function selectPayees(sql: Reader, personId: string): Promise<Payee[]> {
  const rows = await sql<PayeeRow[]>`
    select ${columns(sql)} from payees where person_id = ${personId} order by lower(name), id`
  return rows.map(toPayee)
}

export async function countPayees(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::int from payees where person_id = ${personId}`
  return row?.count ?? 0
}

export async function insertPayee(tx: Tx, personId: string, payee: Payee, at: Date): Promise<void> {
  await tx`
    insert into payees (${columns(tx)}, person_id, created_at)
    values (${payee._id}, ${payee.name}, ${payee.accountName}, ${payee.accountNumber}, ${payee.bankName}, ${payee.iban},
            ${payee.swiftCode}, ${personId}, ${at})`
}

export async function lockPayee(tx: Tx, personId: string, id: string): Promise<Payee | null> {
  const [row] = await tx<PayeeRow[]>`
    select ${columns(tx)} from payees where id = ${id} and person_id = ${personId} for update`
  return row ? toPayee(row) : null
}

/** Whether another payee of the person is the same account. */
export async function isSaved(tx: Tx, personId: string, { _id, accountNumber, bankName }: Payee): Promise<boolean> {
  const payees = await selectPayees(tx, personId)
  return payees.some(
    (payee) => payee.accountNumber === accountNumber && payee.bankName === bankName && payee._id !== _id,
  )
}

export async function storePayee(tx: Tx, personId: string, payee: Payee): Promise<void> {
  await tx`
    update payees set name = ${payee.name}, account_name = ${payee.accountName}, account_number = ${payee.accountNumber},
      bank_name = ${payee.bankName}, iban = ${payee.iban}, swift_code = ${payee.swiftCode}
    where id = ${payee._id} and person_id = ${personId}`
}

/** False: the person has no such payee. */
export async function deletePayee(sql: Reader, personId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from payees where id = ${id} and person_id = ${personId} returning 1`
  return rows.length > 0
}

/** The verified name of the holder of an account of this bank that can be paid; empty while the holder is not verified. */
export async function findHolder(sql: Reader, accountNumber: string): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select case when ${isVerified(sql)} then p.full_name else '' end as name
    from accounts a join people p on p.id = a.owner_id
    where a.number = ${accountNumber} and a.closed_at is null`
  return row?.name ?? null
}

/** The verified name and the main account of another person with this confirmed address who can be paid. */
export async function findHolderByEmail(
  sql: Reader,
  personId: string,
  emailKey: string,
): Promise<{ name: string; number: string } | null> {
  const [row] = await sql<{ name: string; number: string }[]>`
    select p.full_name as name, a.number
    from people p join accounts a on a.owner_id = p.id and a.kind = 'main' and a.closed_at is null
    where p.email_key = ${emailKey} and p.email_confirmation_id is null and p.status = 'Active' and p.id <> ${personId}`
  return row ?? null
}

/** Whether a transfer of the person to this account of the bank was completed: the ledger then knows the payee (ledger/read-risks.ts). */
export async function hasPaid(sql: Reader, personId: string, accountNumber: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from accounts a cross join lateral (
      select 1 from transactions t
      where t.account_id = a.id and t.party_account = ${accountNumber} and t.type = 'Transfer' and t.status = 'Completed'
        and t.party_id is not null limit 1) as paid
    where a.owner_id = ${personId} limit 1`
  return row !== undefined
}
