import type { User } from '#contract/people.ts'
import { column } from '../../db/arrays.ts'
import type { Reader, Tx } from '../../db/connection.ts'
import { type EmailPart, hasEmailPart, hasEmailPartByKeys, readEmailPart } from '../../people/email-search.ts'
import { toUser, type UserRow, userColumns } from '../../people/person.ts'

/** A search is counted up to here: beyond it a total would cost more than it tells. */
export const COUNTED_UP_TO = 10_000

/** From the nearer end, so that the last page costs what the first one does; the caller puts them in order. */
export function selectPage(sql: Reader, total: number, offset: number, limit: number) {
  if (offset < total / 2)
    return sql<{ id: string }[]>`select id from people order by id desc offset ${offset} limit ${limit}`
  const skip = Math.max(total - offset - limit, 0)
  const take = Math.max(total - offset - skip, 0)
  return sql<{ id: string }[]>`select id from people order by id offset ${skip} limit ${take}`
}

type Found = { ids: string[]; total: number | null }

/** Null: there are more than are counted. */
export async function searchPeople(tx: Tx, search: string, offset: number, limit: number): Promise<Found> {
  const asked = await readEmailPart(tx, search)
  const upTo = Math.max(COUNTED_UP_TO, offset + limit) + 1
  const [found] = await selectFound(tx, { asked, upTo, offset, limit })
  const { ids, total } = { ids: found?.ids ?? [], total: found?.total ?? 0 }
  if (total < upTo) return { ids, total }
  // Those found by keys are not the newest ones, when there are more of them than were read.
  return { ids: asked.isCommon ? ids : await selectNewest(tx, { asked, offset, limit }), total: null }
}

type Wanted = { asked: EmailPart; upTo: number; offset: number; limit: number }

/**
 * One pass finds the page and the total. What many have is met soon on the way from the newest on; what few have is found
 * by its keys, in no order, so that nothing more is read when enough were counted.
 */
export const selectFound = (tx: Tx, { asked, upTo, offset, limit }: Wanted) =>
  tx<{ total: number; ids: string[] | null }[]>`
    with found as materialized (
      select id from people
      where ${asked.isCommon ? tx`${hasEmailPart(tx, asked)} order by id desc` : hasEmailPartByKeys(tx, asked)}
      limit ${upTo})
    select (select count(*)::int from found) as total,
           (select array_agg(id order by id desc) from
             (select id from found order by id desc offset ${offset} limit ${limit}) as page) as ids`

async function selectNewest(tx: Tx, { asked, offset, limit }: Omit<Wanted, 'upTo'>): Promise<string[]> {
  const page = await tx<{ id: string }[]>`
    select id from people where ${hasEmailPart(tx, asked)} order by id desc offset ${offset} limit ${limit}`
  return page.map(({ id }) => id)
}

/** Newest first. */
export async function readUsers(sql: Reader, ids: readonly string[]): Promise<User[]> {
  if (ids.length === 0) return []
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql)} from people p join accounts a on a.id = p.id
    where p.id = any(${column(ids, (id) => id)}::uuid[]) order by p.id desc`
  return rows.map(toUser)
}

export type Standing = { id: string; role: User['role']; status: User['status'] }

/** Locked in id order, so that two administrators who demote each other follow one another. */
export const lockStandings = (tx: Tx, personId: string, withAllAdmins: boolean) => tx<Standing[]>`
  select id, role, status from people where id = ${personId} ${withAllAdmins ? tx`or role = 'Admin'` : tx``}
  order by id for no key update`

export async function writeStanding(tx: Tx, { id, role, status }: Standing, at: Date): Promise<void> {
  await tx`update people set role = ${role}, status = ${status}, updated_at = ${at} where id = ${id}`
}

export type Secrets = {
  hasPin: boolean
  pinAttempts: number
  hasCode: boolean
  codeExpiresAt: Date | null
  codeDescription: string
}

/** What may be said about an account's PIN and code: that they are there. */
export async function readSecrets(tx: Tx, accountId: string): Promise<Secrets> {
  const [row] = await tx<Secrets[]>`
    select pin_hash is not null as "hasPin", pin_attempts as "pinAttempts", code_hash is not null as "hasCode",
           code_expires_at as "codeExpiresAt", code_description as "codeDescription"
    from accounts where id = ${accountId}`
  if (!row) throw new Error(`Account ${accountId} is gone`)
  return row
}
