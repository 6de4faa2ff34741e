import type { z } from 'zod'
import { dayOf, earliest, justAfter } from '#contract/bank-day.ts'
import { tagKey } from '#contract/customers/tags.ts'
import type { Rank } from '#contract/paging.ts'
import type { TransactionSort } from '#contract/payments/transaction-filters.ts'
import type { AdminTransaction, listAllTransactions, listTransactions } from '#contract/payments/transactions.ts'
import { daysOf } from '#contract/periods.ts'
import { readAccountIds } from '../../customers/accounts.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { toTransaction } from '../../ledger/rows.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { idsBeginningWith } from '../../platform/db/id-range.ts'
import { readPlannedForParameters } from '../../platform/db/plans.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readReference } from '../quoted-texts.ts'
import { toTransactionAnswer } from '../transaction-response.ts'
import { type Filter, findAccountsByName, type StaffFilter } from './conditions.ts'
import { type CategoryPage, readOfCategory } from './of-category.ts'
import { type AdminTransactionRow, allTransactions, hasIdBetween, ownTransactions, withPlanFor } from './store.ts'

type OwnQuery = z.output<typeof listTransactions.query>
type AdminQuery = z.output<typeof listAllTransactions.query>
/** The filters and the sort, without the page. */
export type StaffQuery = Omit<AdminQuery, 'limit' | 'cursor'>

/** One row more than the page shows: it shows whether there is a next page. */
export async function readOwnTransactions(
  sql: Sql,
  personId: string,
  query: OwnQuery,
  zone: string,
): Promise<CategoryPage> {
  const filter = {
    ...toFilter(query, zone),
    ownerId: personId,
    accountIds: await ownAccountIds(sql, personId, query),
    text: query.search,
  }
  const read = (after: Rank | undefined, rows: number) => ownTransactions(sql, { ...filter, after, rows })
  if (query.category) return readOfCategory(read, query.category, query)
  return { rows: await read(query.cursor, query.limit + 1), continuesAfter: null }
}

async function ownAccountIds(sql: Sql, personId: string, { account, accountId }: OwnQuery): Promise<string[]> {
  if (account === 'all') return readAccountIds(sql, personId)
  if (accountId === undefined) return [mainAccountId(personId)]
  if (!(await readAccountIds(sql, personId)).includes(accountId)) throw new Refusal('not_found')
  return [accountId]
}

export async function readAllTransactions(
  sql: Sql,
  query: AdminQuery,
  staff: TransactionReader,
): Promise<AdminTransactionRow[]> {
  const filter = await toStaffFilter(sql, query, staff)
  return withPlanFor(sql, filter, (reader) =>
    allTransactions(reader, { ...filter, after: query.cursor, rows: query.limit + 1 }),
  )
}

export const sortOf = ({ sort, order }: Pick<AdminQuery, 'sort' | 'order'>): TransactionSort =>
  sort ?? order ?? 'newest'

/** A whole reference, with its dash: ten digits without it are also an account number. */
const REFERENCE = /^[0-9a-z]{5}-[0-9a-z]{5}$/i

/** Who reads, and the time, of which periods are relative. */
export type TransactionReader = { readerId: string; at: Date; zone: string }

/** Reads the database only to tell an id from other text: `ada` is a name, and could begin an id. */
export async function toStaffFilter(sql: Sql, query: StaffQuery, staff: TransactionReader): Promise<StaffFilter> {
  const { search, userId, decided, proposed, method, flag, minAmount, maxAmount, tag } = query
  const ids = search ? idsBeginningWith(search) : null
  const isId = ids !== null && (await hasIdBetween(sql, ids))
  const reference = search && REFERENCE.test(search) ? readReference(search) : null
  const text = isId || reference ? undefined : search
  const namedAccountIds = text ? await readPlannedForParameters(sql, (tx) => findAccountsByName(tx, text)) : undefined
  return {
    ...withPeriod(toFilter(query, staff.zone), query, staff),
    ...(isId ? { ids } : reference ? { reference } : { text, namedAccountIds }),
    sort: sortOf(query),
    decidedOnly: decided === 'true',
    proposedOnly: proposed === 'true',
    ...(userId === undefined ? {} : { accountIds: await readAccountIds(sql, userId) }),
    method,
    flag,
    minCents: minAmount,
    maxCents: maxAmount,
    tag: tag === undefined ? undefined : { key: tagKey(tag), readerId: staff.readerId },
  }
}

function withPeriod(filter: Filter, { period }: Pick<StaffQuery, 'period'>, { at, zone }: TransactionReader): Filter {
  if (period === undefined) return filter
  const days = daysOf(period, dayOf(at, zone))
  const [from, until] = [earliest(days.from, zone), justAfter(days.to, zone)]
  return {
    ...filter,
    from: filter.from && filter.from > from ? filter.from : from,
    until: filter.until && filter.until < until ? filter.until : until,
  }
}

const toFilter = ({ type, status, from, to }: StaffQuery | OwnQuery, zone: string): Filter => ({
  type,
  status,
  from: from === undefined ? undefined : earliest(from, zone),
  until: to === undefined ? undefined : justAfter(to, zone),
})

/** Without the tags on the reader’s own. */
export const toAdminAnswer = (row: AdminTransactionRow, readerId: string): AdminTransaction => ({
  ...toTransactionAnswer(toTransaction(row)),
  user: { _id: row.owner_id, fullName: row.full_name, email: row.email },
  ...(row.account_kind === 'main' ? {} : { account: { name: row.account_name, number: row.account_number } }),
  note: row.note,
  flags: toTransaction(row).flags,
  tags: row.owner_id === readerId ? [] : row.tags,
  pendingReversal: row.reversal_status === 'Pending' ? row.reversal_id : row.other_half_reversal,
  duplicateReceipt: row.duplicate_receipt,
  submittedAt: row.submitted_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: administrator(row.decided_by, row.decider_name),
  proposedAt: row.proposed_at?.toISOString() ?? null,
  proposedBy: administrator(row.proposed_by, row.proposer_name),
})

const administrator = (id: string | null, name: string | null) => (id ? { _id: id, fullName: name ?? '' } : null)
