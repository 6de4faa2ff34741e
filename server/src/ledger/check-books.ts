import type { Reader, Sql, TimeInSql, Tx } from '../platform/db/connection.ts'
import { readNow } from '../platform/db/read-now.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { CONTRA_ACCOUNTS, type ContraAccount } from './types.ts'

export type BookCheck = {
  at: Date
  accounts: bigint
  postings: bigint
  customerBalancesCents: bigint
  internalAccounts: { name: ContraAccount; balanceCents: bigint }[]
  unbalancedAccounts: bigint
}

/**
 * Verifies the books and stores the result, because reading every posting takes too long for a page load. One statement
 * reads one snapshot, so the bank keeps working meanwhile.
 */
export async function checkBooks(sql: Sql, at: Date): Promise<BookCheck> {
  return sql.begin(async (tx) => {
    // Summing years of postings takes longer than the timeout of a request.
    await tx`set local statement_timeout = 0`
    const check = await sumBooks(tx, at)
    const internal = Object.fromEntries(
      check.internalAccounts.map(({ name, balanceCents: balance }) => [name, String(balance)]),
    )
    await tx`
      insert into book_checks (id, at, accounts, postings, customer_balances, internal_accounts, crooked_accounts)
      values (${newIdAt(at)}, ${at}, ${check.accounts}, ${check.postings},
              ${String(check.customerBalancesCents)}, ${JSON.stringify(internal)}::text::json, ${check.unbalancedAccounts})`
    return check
  })
}

type Sums = { accounts: bigint; postings: string; balances: string; unbalanced: bigint } & Record<ContraAccount, string>

async function sumBooks(tx: Tx, at: Date): Promise<BookCheck> {
  const [sums] = await tx<Sums[]>`
    with posted as (
      select account_id, count(*) as postings, sum(amount) as total,
             sum(amount) filter (where contra = 'wire_clearing') as wire_clearing,
             sum(amount) filter (where contra = 'crypto_clearing') as crypto_clearing,
             sum(amount) filter (where contra = 'adjustments') as adjustments,
             sum(amount) filter (where contra = 'customer_funds') as customer_funds
      from postings group by account_id)
    select count(*) as accounts, coalesce(sum(p.postings), 0) as postings, coalesce(sum(a.balance), 0) as balances,
           count(*) filter (where a.balance is distinct from coalesce(p.total, 0)) as unbalanced,
           coalesce(-sum(p.wire_clearing), 0) as wire_clearing, coalesce(-sum(p.crypto_clearing), 0) as crypto_clearing,
           coalesce(-sum(p.adjustments), 0) as adjustments, coalesce(-sum(p.customer_funds), 0) as customer_funds
    from accounts a full join posted p on p.account_id = a.id`
  if (!sums) throw new Error('The book check returned no row')
  return {
    at,
    accounts: sums.accounts,
    postings: BigInt(sums.postings),
    customerBalancesCents: BigInt(sums.balances),
    internalAccounts: CONTRA_ACCOUNTS.map((name) => ({ name, balanceCents: BigInt(sums[name]) })),
    unbalancedAccounts: sums.unbalanced,
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

/** Skips the check when another server has done it within this time. */
export async function checkBooksIfDue(sql: Sql, withinMs: number): Promise<BookCheck | null> {
  const [last, at] = [await lastBookCheck(sql), await readNow(sql)]
  return last && at.getTime() - last.at.getTime() < withinMs ? null : checkBooks(sql, at)
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
