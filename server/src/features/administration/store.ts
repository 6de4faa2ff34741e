import type { StaffUser } from '#contract/people.ts'
import { column } from '../../db/arrays.ts'
import type { Reader, Tx } from '../../db/connection.ts'
import { emailContains } from '../../people/email-search.ts'
import { type StaffUserRow, staffUserColumns, toStaffUser } from '../../people/person.ts'

/** Larger totals are not counted: the scan would be too slow. */
export const MAX_COUNTED = 10_000

/** Reads from the nearer end, so that the last page costs the same as the first; the caller sorts the rows. */
export function selectPage(sql: Reader, total: number, offset: number, limit: number) {
  if (offset < total / 2)
    return sql<{ id: string }[]>`select id from people order by id desc offset ${offset} limit ${limit}`
  const skip = Math.max(total - offset - limit, 0)
  const take = Math.max(total - offset - skip, 0)
  return sql<{ id: string }[]>`select id from people order by id offset ${skip} limit ${take}`
}

type SearchInput = { search: string; offset: number; limit: number }
type SearchResult = { ids: string[]; total: number | null }

/** `total` is null above the counting limit. */
export async function searchPeople(tx: Tx, { search, offset, limit }: SearchInput): Promise<SearchResult> {
  // Whether the trigram index helps depends on the text, so a generic plan would be slow.
  await tx`set local plan_cache_mode = force_custom_plan`
  const countUpTo = Math.max(MAX_COUNTED, offset + limit) + 1
  const [row] = await selectByEmail(tx, { search, countUpTo, offset, limit })
  const { ids, total } = { ids: row?.ids ?? [], total: row?.total ?? 0 }
  return { ids, total: total < countUpTo ? total : null }
}

/**
 * The page and the total in one pass. PostgreSQL estimates how many addresses match: few are found by the trigram index;
 * for many, or a text shorter than a trigram, a scan from the newest person fills the page soon.
 */
export const selectByEmail = (tx: Tx, { search, countUpTo, offset, limit }: SearchInput & { countUpTo: number }) =>
  tx<{ total: number; ids: string[] | null }[]>`
    with matching as materialized (
      select id from people where ${emailContains(tx, search)} order by id desc limit ${countUpTo})
    select (select count(*)::int from matching) as total,
           (select array_agg(id order by id desc) from
             (select id from matching order by id desc offset ${offset} limit ${limit}) as page) as ids`

/** Newest first. */
export async function readUsers(sql: Reader, ids: readonly string[]): Promise<StaffUser[]> {
  if (ids.length === 0) return []
  const rows = await sql<StaffUserRow[]>`
    select ${staffUserColumns(sql)} from people p join accounts a on a.id = p.id
    where p.id = any(${column(ids, (id) => id)}::uuid[]) order by p.id desc`
  return rows.map(toStaffUser)
}

export type Secrets = {
  hasPin: boolean
  pinAttempts: number
  hasCode: boolean
  codeAttempts: number
  codeExpiresAt: Date | null
  codeDescription: string
  closed: boolean
}

/** Only whether an account has a PIN and a code, never their values. */
export async function readSecrets(tx: Reader, accountId: string): Promise<Secrets> {
  const [row] = await tx<Secrets[]>`
    select pin_hash is not null as "hasPin", pin_attempts as "pinAttempts", code_hash is not null as "hasCode",
           code_attempts as "codeAttempts", code_expires_at as "codeExpiresAt", code_description as "codeDescription",
           closed_at is not null as closed
    from accounts where id = ${accountId}`
  if (!row) throw new Error(`Account ${accountId} is gone`)
  return row
}
