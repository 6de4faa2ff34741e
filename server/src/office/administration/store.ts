import type { User } from '#contract/customers/people.ts'
import type { Erasure } from '#contract/office/erasure.ts'
import { type StaffMember, staffHistory } from '../../authority/staff-history.ts'
import { emailContains, emailHasShortPart, isRareShortPart } from '../../customers/email-search.ts'
import { nameHasWords } from '../../customers/folded-search.ts'
import { digitsOf, idsByAccountNumber, phoneContains } from '../../customers/phone-search.ts'
import { peopleWithTag, type TagFilter } from '../../customers/tags-of-people.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { planForParameters } from '../../platform/db/plans.ts'

/** Larger totals are not counted: the scan would be too slow. */
const MAX_COUNTED = 10_000

/** Reads from the nearer end, so that the last page costs the same as the first; the caller sorts the rows. */
export function selectPage(sql: Reader, total: number, offset: number, limit: number) {
  if (offset < total / 2)
    return sql<
      { id: string }[]
    >`select id from people where not staff_only order by id desc offset ${offset} limit ${limit}`
  const skip = Math.max(total - offset - limit, 0)
  const take = Math.max(total - offset - skip, 0)
  return sql<{ id: string }[]>`select id from people where not staff_only order by id offset ${skip} limit ${take}`
}

export type PeopleFilter = {
  search?: string | undefined
  status?: User['status'] | undefined
  role?: User['role'] | undefined
  tag?: TagFilter | undefined
}
type SearchInput = PeopleFilter & { offset: number; limit: number }
type MatchingInput = SearchInput & { isRare: boolean; countUpTo: number }
type SearchResult = { ids: string[]; total: number | null }

/** `total` is null above the counting limit. */
export async function searchPeople(tx: Tx, { offset, limit, ...filter }: SearchInput): Promise<SearchResult> {
  // Whether the trigram index helps depends on the text.
  await planForParameters(tx)
  const countUpTo = Math.max(MAX_COUNTED, offset + limit) + 1
  const isRare = filter.search ? await isRareShortPart(tx, filter.search) : false
  const [row] = await selectMatching(tx, { ...filter, isRare, countUpTo, offset, limit })
  const { ids, total } = { ids: row?.ids ?? [], total: row?.total ?? 0 }
  return { ids, total: total < countUpTo ? total : null }
}

/** The page and the total in one pass. */
export const selectMatching = (tx: Tx, { offset, limit, ...matching }: MatchingInput) =>
  tx<{ total: number; ids: string[] | null }[]>`
    with matching as materialized (${matchingIds(tx, matching)} order by id desc limit ${matching.countUpTo})
    select (select count(*)::int from matching) as total,
           (select array_agg(id order by id desc) from
             (select id from matching order by id desc offset ${offset} limit ${limit}) as page) as ids`

/** Shorter texts are in too many names, and have no index there. */
const TRIGRAM = 3

const canBeName = (text: string) => [...text].length >= TRIGRAM && !text.includes('@')
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** People in the order of the list, after one of them: for a reader of all of them. */
export async function selectAfter(tx: Tx, filter: PeopleFilter, after: string | null, rows: number): Promise<string[]> {
  await planForParameters(tx)
  const isRare = filter.search ? await isRareShortPart(tx, filter.search) : false
  const matching = matchingIds(tx, { ...filter, isRare, countUpTo: Number.MAX_SAFE_INTEGER })
  const found = await tx<{ id: string }[]>`
    select id from (${matching}) m where id < ${after ?? LAST_ID} order by id desc limit ${rows}`
  return found.map(({ id }) => id)
}

/** Fewer digits are in too many email addresses and numbers. */
const MIN_DIGITS = 6

/**
 * PostgreSQL estimates how many addresses match: few are found by the trigram index; for many, or a text shorter than a
 * trigram, a scan from the newest person fills the page soon. Numbers have indexes of their own, hence the union.
 */
function matchingIds(tx: Tx, { search, isRare, countUpTo, ...standing }: Omit<MatchingInput, 'offset' | 'limit'>) {
  if (!search) return tx`select id from people where true ${ofStanding(tx, standing)}`
  // Materialized without an order: PostgreSQL would rather read all people from the newest on than sort what the index finds.
  if (isRare)
    return tx`
      select id from (
        with found as materialized (
          select id from people where ${emailHasShortPart(tx, search)} ${ofStanding(tx, standing)})
        select id from found) as few`
  const byEmail = tx`select id from people where ${emailContains(tx, search)} ${ofStanding(tx, standing)}`
  if (!canBeName(search)) return byEmail
  const digits = digitsOf(search, MIN_DIGITS)
  // No order is asked for, as above: any of them will do where there are more than are counted.
  const byName = tx`
    with named as materialized (
      select id from people where ${nameHasWords(tx, search)} ${ofStanding(tx, standing)} limit ${countUpTo})
    select id from named`
  if (!digits) return tx`select id from ((${byEmail} order by id desc limit ${countUpTo}) union (${byName})) as found`
  return tx`
    select id from (
      (${byEmail} order by id desc limit ${countUpTo})
      union (${byName})
      union (select id from people where ${phoneContains(tx, digits)} ${ofStanding(tx, standing)} limit ${countUpTo})
      union (select id from people where id in (${idsByAccountNumber(tx, digits)}) ${ofStanding(tx, standing)}
             limit ${countUpTo})) as found`
}

/** Staff who have no account are in a list of their own. By their few ids: the column would take the scans away from their indexes. */
const isCustomer = (tx: Tx) => tx`id <> all (array(select s.id from people s where s.staff_only))`

/** The plan is made for these values (`force_custom_plan`), so that the partial indexes on rare ones serve it. */
const ofStanding = (tx: Tx, { status, role, tag }: Omit<PeopleFilter, 'search'>) => tx`
  and ${isCustomer(tx)}
  ${status ? tx`and status = ${status}` : tx``} ${role ? tx`and role = ${role}` : tx``}
  ${tag ? tx`and id in (${peopleWithTag(tx, tag)})` : tx``}`

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

export type AppointmentRow = StaffMember & {
  roleGivenBy: string | null
  roleProposedBy: string | null
  givenByName: string | null
  proposedByName: string | null
  confirmedById: string | null
  confirmedByName: string | null
}

/** Who gave a member of staff their role, and who confirmed it. */
export async function readAppointment(sql: Reader, personId: string): Promise<AppointmentRow> {
  const [row] = await sql<AppointmentRow[]>`
    select p.id, ${staffHistory(sql)}, p.role_given_by as "roleGivenBy", p.role_proposed_by as "roleProposedBy", p.role_confirmed_by as "confirmedById",
           (select full_name from people where id = p.role_given_by) as "givenByName",
           (select full_name from people where id = p.role_proposed_by) as "proposedByName",
           (select full_name from people where id = p.role_confirmed_by) as "confirmedByName"
    from people p where p.id = ${personId}`
  if (!row) throw new Error(`Person ${personId} is gone`)
  return row
}

export async function readErasure(sql: Reader, personId: string): Promise<Erasure | null> {
  const [row] = await sql<{ erased_at: Date; identity_until: Date; books_until: Date }[]>`
    select erased_at, identity_until, books_until from erasures where person_id = ${personId}`
  if (!row) return null
  return {
    erasedAt: row.erased_at.toISOString(),
    identityUntil: row.identity_until.toISOString(),
    booksUntil: row.books_until.toISOString(),
  }
}
