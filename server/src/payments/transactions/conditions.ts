import type { Rank } from '#contract/paging.ts'
import type { RiskFlag } from '#contract/payments/risk-flags.ts'
import type { TransactionSort } from '#contract/payments/transaction-filters.ts'
import { containsPattern } from '../../customers/email-search.ts'
import { nameContains, transactionContains } from '../../customers/folded-search.ts'
import type { TagFilter } from '../../customers/tags-of-people.ts'
import type { Method, TransactionStatus, TransactionType } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { readReference, referenceBeginsWith } from '../quoted-texts.ts'
import { searchedAmounts } from '../searched-amounts.ts'

/* The conditions of the lists, for the transaction `t`. Only the given filters are in the text. */

export type Filter = {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  /** Newest first when absent. */
  sort?: TransactionSort | undefined
  /** The last row of the page before: its time in milliseconds, or its amount in cents where the list is sorted by it. */
  after?: Rank | undefined
  /** For customers see `contains`; for staff part of the counterparty or the reason, or the reference’s beginning. */
  text?: string | undefined
}
/** Inclusive at both ends. */
export type IdRange = { first: string; last: string }
export type StaffFilter = Filter & {
  accountIds?: readonly string[] | undefined
  ids?: IdRange | undefined
  decidedOnly?: boolean | undefined
  proposedOnly?: boolean | undefined
  /** Exclusive. */
  decidedBefore?: Date | undefined
  method?: Method | undefined
  flag?: RiskFlag | undefined
  /** A whole one. */
  reference?: string | undefined
  /** Of people whose name has the text. */
  namedAccountIds?: readonly string[] | undefined
  /** Without the sign; inclusive. */
  minCents?: bigint | undefined
  maxCents?: bigint | undefined
  tag?: TagFilter | undefined
}

export const ofThisType = (sql: Reader, { type }: Filter) => (type ? sql`and t.type = ${type}` : sql``)

export const ofTheseAccounts = (sql: Reader, { accountIds }: StaffFilter) =>
  accountIds ? sql`and t.account_id = any(${[...accountIds]}::uuid[])` : sql``

export const narrow = (sql: Reader, { status, from, until }: Filter) => sql`
  ${status ? STATUS_IS[status](sql) : sql``}
  ${from ? sql`and t.value_at >= ${from}` : sql``}
  ${until ? sql`and t.value_at < ${until}` : sql``}`

/** Literals: a prepared statement with a parameter here can't use the partial index on status <> 'Completed'. */
const STATUS_IS = {
  Pending: (sql: Reader) => sql`and t.status = 'Pending'`,
  Completed: (sql: Reader) => sql`and t.status = 'Completed'`,
  Declined: (sql: Reader) => sql`and t.status = 'Declined'`,
} satisfies Record<TransactionStatus, unknown>

/** Literals, for the partial index on the rare methods. */
const METHOD_IS = {
  wire: (sql: Reader) => sql`and t.method = 'wire'`,
  bank: (sql: Reader) => sql`and t.method = 'bank'`,
  crypto: (sql: Reader) => sql`and t.method = 'crypto'`,
  internal: (sql: Reader) => sql`and t.method = 'internal'`,
  adjustment: (sql: Reader) => sql`and t.method = 'adjustment'`,
  move: (sql: Reader) => sql`and t.method = 'move'`,
} satisfies Record<Method, unknown>

/** Literals: a list by flag has no parameter then, and is planned once. */
const FLAG = {
  large: (sql: Reader) => sql`'large'`,
  new_payee: (sql: Reader) => sql`'new_payee'`,
  new_device: (sql: Reader) => sql`'new_device'`,
  credentials_changed: (sql: Reader) => sql`'credentials_changed'`,
  velocity: (sql: Reader) => sql`'velocity'`,
  just_below_limit: (sql: Reader) => sql`'just_below_limit'`,
  whole_balance: (sql: Reader) => sql`'whole_balance'`,
} satisfies Record<RiskFlag, unknown>

/** `flags`: a column with the names of flags. */
export const hasFlag = (sql: Reader, flags: ReturnType<Reader>, flag: RiskFlag) =>
  sql`${FLAG[flag](sql)} = any(string_to_array(${flags}, ' '))`

/**
 * For customers: the text in what they see of the transaction, an amount, or a number in other groups than it is stored in. One
 * comparison of all texts, which have no line break: five would take twice as long on a long history.
 */
export function contains(sql: Reader, text: string) {
  const amounts = searchedAmounts(text)
  const texts = sql`t.reference || chr(10) || t.party_name || chr(10) || t.party_account || chr(10) || coalesce(t.message, '')
                    || chr(10) || t.reason`
  return sql`(${amounts.length > 0 ? sql`abs(t.amount) = any(${amounts}::bigint[]) or` : sql``}
              ${texts} ilike ${containsPattern(text)} ${ofNumber(sql, text)})`
}

/** Of references, account numbers and IBANs: 'RF18 5390', 'RF185390' and 'rf18-5390' are one. */
function ofNumber(sql: Reader, text: string) {
  const compact = text.replace(/[\s.-]/g, '')
  if (!/^(?=.*\d)[\da-z]{4,}$/i.test(compact)) return sql``
  const numbers = sql`t.reference || chr(10) || t.party_account || chr(10) || t.party_iban || chr(10) || coalesce(t.message, '')`
  return sql`or translate(${numbers}, ' -', '') ilike ${containsPattern(compact)}`
}

/** A move is called after the own account on the other side, not after its owner. */
export const movesNamed = (sql: Reader, ownerId: string, text: string) => sql`
  (t.method = 'move' and t.party_account = any(array(
    select number from accounts where owner_id = ${ownerId} and name ilike ${containsPattern(text)})))`

/**
 * What the conditions are about. One transaction for each tag: a plain join would be planned as a scan of all transactions where
 * many have the tag, although a page needs few.
 */
export const staffSource = (sql: Reader, { tag }: StaffFilter) =>
  tag
    ? sql`transaction_tags g
        cross join lateral (select * from transactions tagged where tagged.id = g.transaction_id limit 1) t`
    : sql`transactions t`

/** The conditions that only staff can set. Only those given are in the text, so that each combination has its own plan. */
export const narrowForStaff = (sql: Reader, filter: StaffFilter) => {
  const { decidedOnly, proposedOnly, decidedBefore, method, flag, reference, minCents, maxCents, text, tag } = filter
  return sql`
  ${decidedOnly ? sql`and t.status <> 'Pending'` : sql``}
  ${proposedOnly ? sql`and t.status = 'Pending' and t.proposed_by is not null` : sql``}
  ${decidedBefore ? sql`and t.decided_at < ${decidedBefore}` : sql``}
  ${method ? METHOD_IS[method](sql) : sql``}
  ${flag ? sql`and t.flags <> '' and ${hasFlag(sql, sql`t.flags`, flag)}` : sql``}
  ${reference ? sql`and t.reference collate "C" = ${reference}` : sql``}
  ${minCents === undefined ? sql`` : sql`and abs(t.amount) >= ${minCents}`}
  ${maxCents === undefined ? sql`` : sql`and abs(t.amount) <= ${maxCents}`}
  ${tag ? taggedWith(sql, tag, filter) : sql``}
  ${text ? sql`and (${transactionContains(sql, text)} ${ofReference(sql, text)} ${ofNamed(sql, filter)})` : sql``}`
}

/** The period again, by the date that the tag repeats: the condition on `t` would not make it a range of the index. */
const taggedWith = (sql: Reader, { key, readerId }: TagFilter, { from, until }: Filter) => sql`
  and g.key collate "C" = ${key} and g.person_id <> ${readerId}
  ${from ? sql`and g.value_at >= ${from}` : sql``}
  ${until ? sql`and g.value_at < ${until}` : sql``}`

function ofReference(sql: Reader, text: string) {
  const beginning = readReference(text)
  return beginning ? sql`or (${referenceBeginsWith(sql, beginning)})` : sql``
}

const ofNamed = (sql: Reader, { namedAccountIds = [] }: StaffFilter) =>
  namedAccountIds.length > 0 ? sql`or t.account_id = any(${namedAccountIds as string[]}::uuid[])` : sql``

/** Found before, and not again for every transaction: how many there are decides which index is used. */
export async function findAccountsByName(sql: Reader, text: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from accounts where owner_id = any(array(select id from people where ${nameContains(sql, text)} limit 1000))`
  return rows.map(({ id }) => id)
}

/** Every condition, where the order of the rows does not matter. */
export const matches = (sql: Reader, filter: StaffFilter) => sql`
  true ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${narrowForStaff(sql, filter)}
  ${ofTheseAccounts(sql, filter)}
  ${filter.ids ? sql`and t.id between ${filter.ids.first} and ${filter.ids.last}` : sql``}`
