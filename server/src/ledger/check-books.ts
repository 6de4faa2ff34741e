import type { Reader, Sql, TimeInSql, Tx } from '../platform/db/connection.ts'
import { LOCK_NOT_AVAILABLE, sqlState } from '../platform/db/errors.ts'
import { planForParameters } from '../platform/db/plans.ts'
import { readNow } from '../platform/db/read-now.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { checkNewPostings, type FailedSums } from './books/check-new-postings.ts'
import { recheckPostings } from './books/recheck-postings.ts'
import { CONTRA_ACCOUNTS, type ContraAccount } from './types.ts'

export type BookCheck = {
  at: Date
  accounts: bigint
  postings: bigint
  customerBalancesCents: bigint
  internalAccounts: { name: ContraAccount; balanceCents: bigint }[]
  unbalancedAccounts: bigint
}

/** Verified postings that one run reads again: ten million in three and a half days. */
const RECHECKED_POSTINGS = 20_000
/** More new postings than these are verified in several transactions, as in the first run of a large bank. */
const POSTINGS_PER_TRANSACTION = 200_000
/** Far longer than a transaction may take, and than clocks may differ. */
const OVERLAP_MS = 600_000

type CheckOptions = { recheckedPostings?: number; postingsPerTransaction?: number }

/**
 * Verifies what changed since the last verification, and a part of the past, and stores the result, because both take too long
 * for a page load. One snapshot, so the bank keeps working meanwhile. `npm run verify` reads everything.
 */
export async function checkBooks(sql: Sql, at: Date, options: CheckOptions = {}): Promise<BookCheck> {
  const { recheckedPostings = RECHECKED_POSTINGS, postingsPerTransaction = POSTINGS_PER_TRANSACTION } = options
  const last = await lastBookCheck(sql)
  const since = last && new Date(last.at.getTime() - OVERLAP_MS)
  const first = await asOnlyVerifier(sql, async (tx) => {
    const { failed, lastId } = await checkNewPostings(tx, { since, maxPostings: postingsPerTransaction })
    return lastId ?? finishCheck(tx, { at, failed, recheckedPostings })
  })
  if (typeof first !== 'string') return first
  const checkPart = (afterId: string) =>
    asOnlyVerifier(sql, (tx) => checkNewPostings(tx, { afterId, since, maxPostings: postingsPerTransaction }))
  for (let afterId: string | null = first; afterId; ) afterId = (await checkPart(afterId)).lastId
  // What changed meanwhile, and what failed.
  return asOnlyVerifier(sql, async (tx) => {
    const { failed } = await checkNewPostings(tx, { since, maxPostings: Number.MAX_SAFE_INTEGER })
    return finishCheck(tx, { at, failed, recheckedPostings })
  })
}

/** One server at a time, in one snapshot. */
const asOnlyVerifier = <T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> =>
  sql.begin({ mode: 'isolation level repeatable read' }, async (tx) => {
    // A verification may take longer than the timeout of a request.
    await tx`set local statement_timeout = 0`
    await planForParameters(tx)
    // The lock comes before the first read, which takes the snapshot.
    await tx`lock table account_checks in share row exclusive mode`
    return work(tx)
  })

type Finish = { at: Date; failed: FailedSums; recheckedPostings: number }

async function finishCheck(tx: Tx, { at, failed, recheckedPostings }: Finish): Promise<BookCheck> {
  await recheckPostings(tx, recheckedPostings)
  const check = { at, ...(await sumBooks(tx, failed)) }
  const internal = Object.fromEntries(
    check.internalAccounts.map(({ name, balanceCents: balance }) => [name, String(balance)]),
  )
  await tx`
    insert into book_checks (id, at, accounts, postings, customer_balances, internal_accounts, crooked_accounts)
    values (${newIdAt(at)}, ${at}, ${check.accounts}, ${check.postings},
            ${String(check.customerBalancesCents)}, ${JSON.stringify(internal)}::text::json, ${check.unbalancedAccounts})`
  return check
}

type Sums = { accounts: bigint; postings: string; balances: string; wrong: bigint } & Record<ContraAccount, string>

/** The balances of all accounts, and what is kept of their postings: an account without postings is kept too. */
async function sumBooks(tx: Tx, failed: FailedSums): Promise<Omit<BookCheck, 'at'>> {
  const [sums] = await tx<Sums[]>`
    select a.accounts, a.balances, c.* from
      (select count(*) as accounts, coalesce(sum(balance), 0) as balances from accounts where number is not null) a,
      (select count(*) filter (where wrong or recheck_wrong) as wrong, coalesce(sum(posting_number), 0) as postings,
         coalesce(sum(wire_clearing), 0) as wire_clearing, coalesce(sum(crypto_clearing), 0) as crypto_clearing,
         coalesce(sum(adjustments), 0) as adjustments, coalesce(sum(customer_funds), 0) as customer_funds
       from account_checks) c`
  if (!sums) throw new Error('The book check returned no row')
  return {
    accounts: sums.accounts,
    postings: BigInt(sums.postings) + failed.postings,
    customerBalancesCents: BigInt(sums.balances),
    internalAccounts: CONTRA_ACCOUNTS.map((name) => ({ name, balanceCents: -BigInt(sums[name]) - failed[name] })),
    unbalancedAccounts: sums.wrong,
  }
}

type BookCheckRow = {
  at: Date
  accounts: bigint
  postings: bigint
  customer_balances: string
  internal_accounts: Record<ContraAccount, string>
  crooked_accounts: bigint
}

/** Ids are time-ordered, so the newest is the last. Not one of the future: a wrong clock left it, and it must not stand for the checks to come. */
export async function lastBookCheck(sql: Reader): Promise<BookCheck | null> {
  const [row] = await sql<BookCheckRow[]>`
    select at, accounts, postings, customer_balances, internal_accounts, crooked_accounts
    from book_checks where at <= ${sql.now()} order by id desc limit 1`
  if (!row) return null
  return {
    at: row.at,
    accounts: row.accounts,
    postings: row.postings,
    customerBalancesCents: BigInt(row.customer_balances),
    internalAccounts: CONTRA_ACCOUNTS.map((name) => ({ name, balanceCents: BigInt(row.internal_accounts[name] ?? 0) })),
    unbalancedAccounts: row.crooked_accounts,
  }
}

/** Skips the check when another server has done it within this time, or is at it. */
export async function checkBooksIfDue(sql: Sql, withinMs: number): Promise<BookCheck | null> {
  const [last, at] = [await lastBookCheck(sql), await readNow(sql)]
  if (last && at.getTime() - last.at.getTime() < withinMs) return null
  try {
    return await checkBooks(sql, at)
  } catch (error) {
    // Another server has been verifying for longer than a statement waits for a lock.
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return null
    throw error
  }
}

/** Customer balances and internal accounts together. Zero, unless a posting has no contra side. */
export const differenceCents = ({ customerBalancesCents: customerBalances, internalAccounts }: BookCheck): bigint =>
  internalAccounts.reduce((sum, { balanceCents: balance }) => sum + balance, customerBalances)

/** Never the newest one, which the office shows. */
export async function deleteChecksBefore(sql: Sql, before: TimeInSql): Promise<number> {
  const { count } = await sql`
    delete from book_checks where at < ${before} and at < (select max(at) from book_checks where at <= ${sql.now()})`
  return count
}
