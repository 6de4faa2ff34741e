import type { NameChange, StaffUser, User } from '#contract/customers/people.ts'
import { emailKey } from '#contract/fields.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { toAmount } from '#contract/money.ts'
import { openMainAccount, openStaffRow } from '../ledger/open-account.ts'
import { column } from '../platform/db/arrays.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../platform/db/errors.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { requireUnreservedEmail } from './email-changes.ts'
import { countNewPerson } from './people-count.ts'

type PersonRow = {
  id: string
  email: string
  email_confirmed: boolean
  full_name: string
  mobile: string
  nationality: string
  dob: string | null
  gender: User['gender']
  address: string
  image: string
  role: User['role']
  status: User['status']
  created_at: Date
  number: string | null
  balance: bigint
  held: bigint
  has_pin: boolean
  has_code: boolean
  code_description: string
  locale: string | null
  name_change: Omit<NameChange, 'status'> | null
}

/** For every query whose rows `toUser` maps, over `people p` and `withMainAccount`. */
export const userColumns = (sql: Reader) => sql`
  p.id, p.email, p.email_confirmation_id is null as email_confirmed, p.full_name, p.mobile, p.nationality, p.dob, p.gender,
  p.address, p.image, p.role, p.status, p.locale, p.created_at,
  a.number, a.balance, a.held, a.pin_hash is not null as has_pin, a.code_hash is not null as has_code, a.code_description,
  (select json_build_object('fullName', v.full_name, 'dob', coalesce(v.dob::text, '')) from verifications v
   where v.person_id = p.id and v.state = 'submitted' and v.kind = 'name_change') as name_change`

/** The account `a` of the person `p` whose balance and number the bank shows for the person; of staff without one, their row. */
export const withMainAccount = (sql: Reader) => sql`join accounts a on a.owner_id = p.id and a.kind <> 'savings'`

export type UserRow = PersonRow
export type StaffUserRow = PersonRow & {
  status_reason: string
  status_changed_at: Date | null
  status_changed_by: string | null
  status_changer: string | null
}

/** For `toStaffUser`. */
export const staffUserColumns = (sql: Reader) => sql`
  ${userColumns(sql)}, p.status_reason, p.status_changed_at, p.status_changed_by,
  (select full_name from people s where s.id = p.status_changed_by) as status_changer`

export const toStaffUser = (row: StaffUserRow): StaffUser => ({ ...toUser(row), standing: toStanding(row) })

function toStanding(row: StaffUserRow): StaffUser['standing'] {
  if (row.status_reason === '' || !row.status_changed_at || !row.status_changed_by) return null
  return {
    reason: row.status_reason,
    at: row.status_changed_at.toISOString(),
    by: { _id: row.status_changed_by, fullName: row.status_changer ?? '' },
  }
}

/** Field by field: a new column can't leak. */
export const toUser = (row: UserRow): User => ({
  _id: row.id,
  fullName: row.full_name,
  email: row.email,
  emailConfirmed: row.email_confirmed,
  mobile: row.mobile,
  nationality: row.nationality,
  dob: row.dob ?? '',
  gender: row.gender,
  address: row.address,
  image: row.image,
  accountNumber: row.number ?? '',
  role: row.role,
  status: row.status,
  balance: toAmount(row.balance - row.held),
  held: toAmount(row.held),
  hasPin: row.has_pin,
  hasTransactionCode: row.has_code,
  codeDescription: row.code_description,
  locale: LOCALES.find((locale) => locale === row.locale) ?? null,
  nameChange: row.name_change && { fullName: row.name_change.fullName, dob: row.name_change.dob, status: 'Pending' },
  createdAt: row.created_at.toISOString(),
})

export async function findUser(sql: Reader, id: string): Promise<User | null> {
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from people p ${withMainAccount(sql)} where p.id = ${id}`
  return row ? toUser(row) : null
}

export async function requireUser(sql: Reader, id: string): Promise<User> {
  const user = await findUser(sql, id)
  if (!user) throw new Refusal('not_found')
  return user
}

export async function requireStaffUser(sql: Reader, id: string): Promise<StaffUser> {
  const [row] = await sql<StaffUserRow[]>`
    select ${staffUserColumns(sql)} from people p ${withMainAccount(sql)} where p.id = ${id}`
  if (!row) throw new Refusal('not_found')
  return toStaffUser(row)
}

/** As staff see them, newest first. */
export async function readUsers(sql: Reader, ids: readonly string[]): Promise<StaffUser[]> {
  if (ids.length === 0) return []
  const rows = await sql<StaffUserRow[]>`
    select ${staffUserColumns(sql)} from people p ${withMainAccount(sql)}
    where p.id = any(${column(ids, (id) => id)}::uuid[]) order by p.id desc`
  return rows.map(toStaffUser)
}

export type NewPerson = {
  fullName: string
  email: string
  /** Null: confirmed. Else the id of the link that confirms it. */
  emailConfirmationId?: string | null
  /** Null: none yet; a link sets it. */
  passwordHash: string | null
  role: User['role']
  status: User['status']
  /** Null: none was chosen. */
  locale?: Locale | null
  /** The member of staff who creates a customer at the desk. */
  createdBy?: string | null
  /** No customer: without an account, and not counted as one. */
  isStaffOnly?: boolean
  at: Date
}

/** Inserts a person and their main account, or the row of a member of staff without one. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<string> {
  const id = newIdAt(person.at)
  const key = emailKey(person.email)
  // Who is added as Active, by the bank's settings or by the operator, needs no verification.
  const verifiedAt = person.status === 'Pending' ? null : person.at
  await tx`
    insert into people (id, email, email_key, email_confirmation_id, full_name, password_hash, role, status, verified_at,
                        locale, created_by_staff, staff_only, created_at, updated_at)
    values (${id}, ${person.email}, ${key}, ${person.emailConfirmationId ?? null}, ${person.fullName},
            ${person.passwordHash}, ${person.role}, ${person.status}, ${verifiedAt}, ${person.locale ?? null},
            ${person.createdBy ?? null}, ${person.isStaffOnly ?? false}, ${person.at}, ${person.at})`.catch(
    rethrowTakenEmail,
  )
  await requireUnreservedEmail(tx, id, key, person.at)
  if (person.isStaffOnly) await openStaffRow(tx, id, person.at)
  else {
    await openMainAccount(tx, id, person.at)
    await countNewPerson(tx, id)
  }
  return id
}

export function rethrowTakenEmail(error: unknown): never {
  if (sqlState(error) === '23505' && violatedConstraint(error) === 'people_email_key_key')
    throw new Refusal('email_taken')
  throw error
}
