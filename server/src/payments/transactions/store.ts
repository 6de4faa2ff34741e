import type { Rank } from '#contract/paging.ts'
import type { RiskFlag } from '#contract/payments/risk-flags.ts'
import type { TransactionSort } from '#contract/payments/transaction-filters.ts'
import { type TransactionRow, transactionColumns } from '../../ledger/rows.ts'
import type { TransactionType } from '../../ledger/types.ts'
import { atMost } from '../../platform/db/at-most.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { planInListOrder, readPlannedForParameters } from '../../platform/db/plans.ts'
import {
  contains,
  type Filter,
  hasFlag,
  type IdRange,
  matches,
  movesNamed,
  narrow,
  narrowForStaff,
  ofTheseAccounts,
  ofThisType,
  type StaffFilter,
  staffSource,
} from './conditions.ts'
import { joinLabels, type LabelRow, labelColumns, notedWith } from './label-store.ts'

/** How many rows to read: at least one more than the list shows. */
type PageLimit = { rows: number }
/** All accounts are of this owner. */
export type OwnFilter = Filter & PageLimit & { ownerId: string; accountIds: readonly string[] }
export type AdminFilter = StaffFilter & PageLimit

export type OwnTransactionRow = TransactionRow & LabelRow

export type AdminTransactionRow = TransactionRow & {
  full_name: string
  email: string
  account_kind: 'main' | 'savings'
  account_name: string
  account_number: string
  duplicate_receipt: boolean
  decider_name: string | null
  proposer_name: string | null
  other_half_reversal: string | null
  tags: string[]
}

/** Of a customer's accounts, newest first. */
export const ownTransactions = (sql: Reader, filter: OwnFilter) => {
  const { ownerId, accountIds } = filter
  const text = filter.text
    ? sql`and (${contains(sql, filter.text)} or ${movesNamed(sql, ownerId, filter.text)}
               or t.id = any(${notedWith(sql, ownerId, filter.text)}))`
    : sql``
  return sql<OwnTransactionRow[]>`
    select t.*, ${labelColumns(sql)}
    from (${ofAccounts(sql, accountIds, filter, sql`${isShown(sql)} ${text}`)}) t ${joinLabels(sql, ownerId)}
    order by ${inOrder(sql, filter)}`
}

/** At most one row: none for another person's. */
export const ownTransaction = (sql: Reader, ownerId: string, id: string) => sql<OwnTransactionRow[]>`
  select ${transactionColumns(sql)}, ${labelColumns(sql)}
  from transactions t join accounts a on a.id = t.account_id ${joinLabels(sql, ownerId)}
  where t.id = ${id} and a.owner_id = ${ownerId} ${isShown(sql)}`

/** A credit that staff have only proposed is not shown to the customer; a proposed debit is, because it holds money. */
const isShown = (sql: Reader) => sql`
  and (t.status = 'Completed' or t.type = 'Transfer' or (t.method <> 'adjustment' and t.reverses_id is null))`

/** All customers', for administrators. Limits the page first and joins people and receipts only to its rows. */
export const allTransactions = (sql: Reader, filter: AdminFilter) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from (${pageOfAll(sql, filter)}) t ${joinOwner(sql)}
  order by ${filter.ids ? sql`t.id desc` : inOrder(sql, filter)}`

/** The account `a` of the transaction `t` and its owner, the person `p`. */
export const joinOwner = (sql: Reader) => sql`join accounts a on a.id = t.account_id join people p on p.id = a.owner_id`

/** The columns that only administrators see, for the transaction `t` of the account `a` and the person `p`. */
export const adminColumns = (sql: Reader) => sql`
  p.full_name, p.email, a.kind as account_kind, a.name as account_name, a.number as account_number,
  ${sentTwice(sql)} as duplicate_receipt,
  (select full_name from people where id = t.decided_by) as decider_name,
  (select full_name from people where id = t.proposed_by) as proposer_name,
  ${otherHalfReversal(sql)} as other_half_reversal,
  array(select g.text from transaction_tags g where g.transaction_id = t.id order by g.key collate "C") as tags`

/** A proposed reversal of an internal transfer is linked to the receiving half only: the sending half finds it there. */
const otherHalfReversal = (sql: Reader) => sql`(
  select r.id from transactions h join transactions r on r.reverses_id = h.id and r.status = 'Pending'
  where t.method in ('internal', 'move') and t.origin_id is null and h.account_id = t.party_id and h.type = 'Deposit'
    and h.value_at = t.value_at and h.origin_id = t.id limit 1)`

function pageOfAll(sql: Reader, filter: AdminFilter) {
  const more = narrowForStaff(sql, filter)
  if (filter.tag) return ofTag(sql, filter, more)
  if (filter.ids) return ofIds(sql, filter.ids, filter, more)
  if (filter.accountIds) return ofAccounts(sql, filter.accountIds, filter, more)
  const { flag, sort } = filter
  return flag && !byAmount(sort) ? ofFlag(sql, flag, filter, more) : ofAllAccounts(sql, filter, more)
}

/**
 * The index on an account's transactions has the type before the time. So deposits, transfers, or both (a union of the
 * newest of each) are read from its end, however long the history is.
 */
function ofAccounts(sql: Reader, accountIds: readonly string[], filter: Filter & PageLimit, more = sql``) {
  if (byAmount(filter.sort)) return ofAccountsByAmount(sql, accountIds, filter, more)
  const newestOf = (account: ReturnType<Reader>, type: TransactionType) => sql`
    (select ${transactionColumns(sql)} from transactions t
     where t.account_id = ${account} and t.type = ${type} ${narrow(sql, filter)} ${afterPosition(sql, filter)} ${more}
     order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)})`
  const [only, ...others] = accountIds
  const ofType = (type: TransactionType) =>
    only && others.length === 0
      ? newestOf(sql`${only}`, type)
      : // The newest of each account, in a text that does not depend on how many there are.
        sql`(select newest.* from unnest(${[...accountIds]}::uuid[]) as own (id)
             cross join lateral ${newestOf(sql`own.id`, type)} as newest)`
  if (filter.type && others.length === 0) return ofType(filter.type)
  const both = filter.type ? ofType(filter.type) : sql`(${ofType('Deposit')} union all ${ofType('Transfer')})`
  return sql`
    select ${transactionColumns(sql)} from ${both} t
    order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`
}

/** Materialized: PostgreSQL would rather read the amounts of the whole bank in order, and skip those of others. */
const ofAccountsByAmount = (
  sql: Reader,
  accountIds: readonly string[],
  filter: Filter & PageLimit,
  more = sql``,
) => sql`
  with own as materialized (
    select ${transactionColumns(sql)} from transactions t
    where t.account_id = any(${[...accountIds]}::uuid[]) ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${afterPosition(sql, filter)} ${more})
  select ${transactionColumns(sql)} from own t order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`

const ofAllAccounts = (sql: Reader, filter: Filter & PageLimit, more = sql``) => sql`
  select ${transactionColumns(sql)} from transactions t
  where true ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${afterPosition(sql, filter)} ${more}
  order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`

/**
 * The newest of each status and combination of flags that occurs: the index has both before the time. There are some dozens,
 * found by one index search each. In the order of time, a rare flag would be searched among all flagged transactions.
 */
const ofFlag = (sql: Reader, flag: RiskFlag, filter: AdminFilter, more = sql``) => sql`
  with recursive occurring as (
    (select status, flags from transactions where flags <> '' order by status, flags limit 1)
    union all
    select next.* from occurring o cross join lateral (
      select status, flags from transactions where flags <> '' and (status, flags) > (o.status, o.flags)
      order by status, flags limit 1) as next)
  select t.* from occurring o cross join lateral (
    select ${transactionColumns(sql)} from transactions t
    where t.flags <> '' and t.status = o.status and t.flags = o.flags
      ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${afterPosition(sql, filter)} ${more}
    order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}) as t
  where ${hasFlag(sql, sql`o.flags`, flag)}
  order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`

/** Staff put tags on few: by amount, all of them are read. By time, the index of the tags is in the order of the list. */
function ofTag(sql: Reader, filter: AdminFilter, more = sql``) {
  const { ids, after, sort } = filter
  const tagged = sql`
    select ${transactionColumns(sql)} from ${staffSource(sql, filter)}
    where true ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${ofTheseAccounts(sql, filter)} ${more}`
  const rows = atMost(sql, filter.rows)
  if (ids)
    return sql`${tagged} and t.id between ${ids.first} and ${ids.last} ${after ? sql`and t.id < ${after.id}` : sql``}
      order by t.id desc ${rows}`
  if (byAmount(sort)) return sql`${tagged} ${afterPosition(sql, filter)} order by ${inOrder(sql, filter)} ${rows}`
  const beyond = sort === 'oldest' ? sql`>` : sql`<`
  const start = after ? sql`and (g.value_at, g.transaction_id) ${beyond} (${new Date(after.rank)}, ${after.id})` : sql``
  const order = sort === 'oldest' ? sql`g.value_at, g.transaction_id` : sql`g.value_at desc, g.transaction_id desc`
  return sql`${tagged} ${start} order by ${order} ${rows}`
}

/** Ordered by id: the range scan on the primary key returns rows in that order, so a wide range costs no sort. */
const ofIds = (sql: Reader, { first, last }: IdRange, filter: AdminFilter, more = sql``) => sql`
  select ${transactionColumns(sql)} from transactions t
  where t.id between ${first} and ${last} ${filter.after ? sql`and t.id < ${filter.after.id}` : sql``}
    ${narrow(sql, filter)} ${ofThisType(sql, filter)}
    ${ofTheseAccounts(sql, filter)} ${more}
  order by t.id desc ${atMost(sql, filter.rows)}`

const byAmount = (sort: TransactionSort | undefined) => sort === 'largest' || sort === 'smallest'

/** What a page's last row is found by: the cursor of the next page. */
export const rankOf = ({ value_at, amount, id }: TransactionRow, sort?: TransactionSort): Rank => ({
  rank: byAmount(sort) ? Math.abs(Number(amount)) : value_at.getTime(),
  id,
})

const ORDERS = {
  newest: (sql: Reader) => sql`t.value_at desc, t.id desc`,
  oldest: (sql: Reader) => sql`t.value_at, t.id`,
  largest: (sql: Reader) => sql`abs(t.amount) desc, t.id desc`,
  smallest: (sql: Reader) => sql`abs(t.amount), t.id`,
} satisfies Record<TransactionSort, unknown>

const inOrder = (sql: Reader, { sort = 'newest' }: Filter) => ORDERS[sort](sql)

function afterPosition(sql: Reader, { after, sort }: Filter) {
  if (!after) return sql``
  const { rank, id } = after
  const beyond = sort === 'oldest' || sort === 'smallest' ? sql`>` : sql`<`
  return byAmount(sort)
    ? sql`and (abs(t.amount), t.id) ${beyond} (${rank}, ${id})`
    : sql`and (t.value_at, t.id) ${beyond} (${new Date(rank)}, ${id})`
}

export async function hasIdBetween(sql: Reader, { first, last }: IdRange): Promise<boolean> {
  const [row] = await sql`select 1 from transactions where id between ${first} and ${last} limit 1`
  return row !== undefined
}

/** Whether the file of a receipt also came with another deposit, or from another customer. */
const sentTwice = (sql: Reader) => sql`exists (
  select 1 from uploads u join uploads other on other.file_hash = u.file_hash and other.id <> u.id
  where u.id = t.receipt_id
    and (other.owner_id <> u.owner_id or exists (select 1 from transactions d where d.receipt_id = other.id)))`

/** A text that more transactions have fills a page sooner from the newest on than by the trigram index. */
const MANY = 1_000

/** PostgreSQL estimates any text as rare, so matches are counted up to a limit. */
export const withPlanFor = async <T>(
  sql: Sql,
  filter: StaffFilter,
  read: (sql: Reader) => PromiseLike<T>,
): Promise<T> => {
  const { text, namedAccountIds } = filter
  if (!text) return read(sql)
  return readPlannedForParameters(sql, async (tx) => {
    const some = await tx`
      select 1 from transactions t where true ${narrowForStaff(tx, { text, namedAccountIds })} limit ${MANY}`
    if (some.length === MANY) await planInListOrder(tx)
    return read(tx)
  })
}

type Totals = { count: bigint; deposits: bigint; transfers: bigint }

/** Of at most this many transactions, or of all. */
export async function totalsOf(sql: Reader, filter: StaffFilter, upTo: number | 'all'): Promise<Totals> {
  const [row] = await totalsQuery(sql, filter, upTo)
  return row ?? { count: 0n, deposits: 0n, transfers: 0n }
}

export const totalsQuery = (sql: Reader, filter: StaffFilter, upTo: number | 'all') => sql<Totals[]>`
  select count(*), coalesce(sum(amount) filter (where amount > 0), 0)::bigint as deposits,
         coalesce(sum(amount) filter (where amount < 0), 0)::bigint as transfers
  from (select t.amount from ${staffSource(sql, filter)} where ${matches(sql, filter)}
        ${upTo === 'all' ? sql`` : sql`limit ${sql.unsafe(String(upTo))}`}) t`

/** The owners of the matching transactions; none when there are more than `most`. */
export async function fewOwners(sql: Reader, filter: StaffFilter, upTo: number, most: number): Promise<string[]> {
  const rows = await sql<{ owner_id: string }[]>`
    select distinct a.owner_id
    from (select t.account_id from ${staffSource(sql, filter)} where ${matches(sql, filter)} limit ${sql.unsafe(String(upTo))}) t
    join accounts a on a.id = t.account_id limit ${most + 1}`
  return rows.length > most ? [] : rows.map((row) => row.owner_id)
}
