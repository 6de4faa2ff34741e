import type { Position } from '#contract/paging.ts'
import { atMost } from '../../db/at-most.ts'
import type { Reader } from '../../db/connection.ts'
import { type TransactionRow, transactionColumns } from '../../ledger/rows.ts'
import type { TransactionStatus, TransactionType } from '../../ledger/types.ts'

export type Filter = {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  after?: Position | undefined
  oldestFirst?: boolean | undefined
  /** How many rows to read: at least one more than the list shows. */
  rows: number
}
export type OwnFilter = Filter & { accountId: string; search?: string | undefined }
/** `ids` is inclusive at both ends. */
export type AdminFilter = Filter & {
  accountId?: string | undefined
  ids?: { first: string; last: string } | undefined
  decidedOnly?: boolean | undefined
}

export type AdminTransactionRow = TransactionRow & {
  full_name: string
  email: string
  duplicate_receipt: boolean
  decider_name: string | null
  proposer_name: string | null
}

/** One customer's, newest first. */
export const ownTransactions = (sql: Reader, filter: OwnFilter) =>
  sql<
    TransactionRow[]
  >`${ofAccount(sql, filter.accountId, filter, filter.search ? contains(sql, filter.search) : sql``)}`

/** All customers', for administrators. Limits the page first and joins people and receipts only to its rows. */
export const allTransactions = (sql: Reader, filter: AdminFilter) => sql<AdminTransactionRow[]>`
  select ${transactionColumns(sql)}, ${adminColumns(sql)}
  from (${pageOfAll(sql, filter)}) t join people p on p.id = t.account_id
  order by ${filter.ids ? sql`t.id desc` : inOrder(sql, filter)}`

/** The columns that only administrators see, for the transaction `t` of the person `p`. */
export const adminColumns = (sql: Reader) => sql`
  p.full_name, p.email, ${sentTwice(sql)} as duplicate_receipt,
  (select full_name from people where id = t.decided_by) as decider_name,
  (select full_name from people where id = t.proposed_by) as proposer_name`

function pageOfAll(sql: Reader, filter: AdminFilter) {
  const decided = filter.decidedOnly ? sql`and t.status <> 'Pending'` : sql``
  if (filter.ids) return ofIds(sql, filter.ids, filter, decided)
  return filter.accountId ? ofAccount(sql, filter.accountId, filter, decided) : ofAllAccounts(sql, filter, decided)
}

/**
 * The index on an account's transactions has the type before the time. So deposits, transfers, or both (a union of the
 * newest of each) are read from its end, however long the history is.
 */
function ofAccount(sql: Reader, accountId: string, filter: Filter, more = sql``) {
  const ofType = (type: TransactionType) => sql`
    (select ${transactionColumns(sql)} from transactions t
     where t.account_id = ${accountId} and t.type = ${type} ${narrow(sql, filter)} ${afterPosition(sql, filter)} ${more}
     order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)})`
  if (filter.type) return ofType(filter.type)
  return sql`
    select ${transactionColumns(sql)} from (${ofType('Deposit')} union all ${ofType('Transfer')}) t
    order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`
}

const ofAllAccounts = (sql: Reader, filter: Filter, more = sql``) => sql`
  select ${transactionColumns(sql)} from transactions t
  where true ${narrow(sql, filter)} ${ofThisType(sql, filter)} ${afterPosition(sql, filter)} ${more}
  order by ${inOrder(sql, filter)} ${atMost(sql, filter.rows)}`

/** Ordered by id: the range scan on the primary key returns rows in that order, so a wide range costs no sort. */
const ofIds = (sql: Reader, { first, last }: NonNullable<AdminFilter['ids']>, filter: AdminFilter, more = sql``) => sql`
  select ${transactionColumns(sql)} from transactions t
  where t.id between ${first} and ${last} ${filter.after ? sql`and t.id < ${filter.after.id}` : sql``}
    ${narrow(sql, filter)} ${ofThisType(sql, filter)}
    ${filter.accountId ? sql`and t.account_id = ${filter.accountId}` : sql``} ${more}
  order by t.id desc ${atMost(sql, filter.rows)}`

const inOrder = (sql: Reader, { oldestFirst }: Filter) =>
  oldestFirst ? sql`t.value_at, t.id` : sql`t.value_at desc, t.id desc`

const afterPosition = (sql: Reader, { after, oldestFirst }: Filter) =>
  after ? sql`and (t.value_at, t.id) ${oldestFirst ? sql`>` : sql`<`} (${after.at}, ${after.id})` : sql``

const ofThisType = (sql: Reader, { type }: Filter) => (type ? sql`and t.type = ${type}` : sql``)

const narrow = (sql: Reader, { status, from, until }: Filter) => sql`
  ${status ? STATUS_IS[status](sql) : sql``}
  ${from ? sql`and t.value_at >= ${from}` : sql``}
  ${until ? sql`and t.value_at < ${until}` : sql``}`

/** Literals: a prepared statement with a parameter here can't use the partial index on status <> 'Completed'. */
const STATUS_IS = {
  Pending: (sql: Reader) => sql`and t.status = 'Pending'`,
  Completed: (sql: Reader) => sql`and t.status = 'Completed'`,
  Declined: (sql: Reader) => sql`and t.status = 'Declined'`,
} satisfies Record<TransactionStatus, unknown>

function contains(sql: Reader, search: string) {
  const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`and (t.reference ilike ${part} or t.party_name ilike ${part} or t.party_account ilike ${part}
                  or t.reason ilike ${part})`
}

/** The same file came with another deposit, or from another customer. */
const sentTwice = (sql: Reader) => sql`exists (
  select 1 from uploads u join uploads other on other.file_hash = u.file_hash and other.id <> u.id
  where u.id = t.receipt_id
    and (other.owner_id <> u.owner_id or exists (select 1 from transactions d where d.receipt_id = other.id)))`
