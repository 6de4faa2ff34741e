import type { GlAccountType } from '#contract/books/gl-account-types.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/** An account of the chart. `account` is its name in bookings. */
export type GlAccount = {
  code: string
  account: string
  name: string
  type: GlAccountType
  closedAt: Date | null
  /** There from the start: the program itself may book to it, so it is never closed. */
  isBuiltIn: boolean
}

type GlAccountRow = {
  code: string
  account: string
  name: string
  type: GlAccountType
  closed_at: Date | null
  is_built_in: boolean
}

const toGlAccount = ({ closed_at: closedAt, is_built_in: isBuiltIn, ...row }: GlAccountRow): GlAccount => ({
  ...row,
  closedAt,
  isBuiltIn,
})

const columns = (sql: Reader) => sql`code, account, name, type, closed_at, created_by is null as is_built_in`

/** The codes of accounts at other banks begin here. */
const FIRST_EXTERNAL_CODE = 1201

/** How bookings name an account of the chart that is nothing else. */
export const accountOfCode = (code: string): string => `gl:${code}`

/** All accounts in the order of their codes. */
export async function readChart(sql: Reader): Promise<GlAccount[]> {
  const rows = await sql<GlAccountRow[]>`select ${columns(sql)} from gl_accounts order by code collate "C"`
  return rows.map(toGlAccount)
}

export async function readGlAccount(sql: Reader, code: string): Promise<GlAccount | null> {
  const [row] = await sql<GlAccountRow[]>`select ${columns(sql)} from gl_accounts where code = ${code}`
  return row ? toGlAccount(row) : null
}

/** Locked for a change. Bookings by hand that use it wait, and read what it became. */
export async function lockGlAccount(tx: Tx, code: string): Promise<GlAccount | null> {
  const [row] = await tx<GlAccountRow[]>`select ${columns(tx)} from gl_accounts where code = ${code} for update`
  return row ? toGlAccount(row) : null
}

/** The accounts of these codes that exist, by code. None is closed before the transaction ends. */
export async function holdGlAccounts(tx: Tx, codes: readonly string[]): Promise<Map<string, GlAccount>> {
  const rows = await tx<GlAccountRow[]>`
    select ${columns(tx)} from gl_accounts where code = any(${[...new Set(codes)]}::text[]) order by code for share`
  return new Map(rows.map((row) => [row.code, toGlAccount(row)]))
}

/** The program itself books to built-in and external accounts, whatever the chart says. */
export const isClosable = ({ account, isBuiltIn }: GlAccount): boolean =>
  !isBuiltIn && account.startsWith(accountOfCode(''))

/** Customers have statements of their own, and the program alone moves their money. */
const isReserved = ({ account }: Pick<GlAccount, 'account'>) =>
  account.startsWith('customers:') || account === 'customer_funds'

/** Why a booking by hand can't use the account. Null: it can. */
export function handBookingRefusal(account: GlAccount | null | undefined): RefusalCode | null {
  if (!account) return 'gl_account_unknown'
  if (isReserved(account)) return 'gl_account_reserved'
  return account.closedAt ? 'gl_account_closed' : null
}

/** The account for a booking by hand, which can't be closed before the transaction ends. */
export async function requirePostable(tx: Tx, code: string): Promise<GlAccount> {
  const account = (await holdGlAccounts(tx, [code])).get(code)
  const refusal = handBookingRefusal(account)
  if (refusal || !account) throw new Refusal(refusal ?? 'gl_account_unknown')
  return account
}

export type NewGlAccount = Pick<GlAccount, 'code' | 'name' | 'type'> & { createdBy: string; createdAt: Date }

/** False: the code is taken. */
export async function insertGlAccount(tx: Tx, account: NewGlAccount): Promise<boolean> {
  const { code, name, type, createdBy, createdAt } = account
  const { count } = await tx`
    insert into gl_accounts (code, account, name, type, created_by, created_at)
    values (${code}, ${accountOfCode(code)}, ${name}, ${type}, ${createdBy}, ${createdAt}) on conflict do nothing`
  return count === 1
}

export async function updateGlAccount(tx: Tx, { code, name, closedAt }: GlAccount): Promise<void> {
  await tx`update gl_accounts set name = ${name}, closed_at = ${closedAt} where code = ${code}`
}

/**
 * Debits minus credits that were booked by hand, under the lock of the account: bookings by hand hold it until they commit. The
 * program books nothing to accounts that staff added.
 */
export async function sumByHand(tx: Tx, account: string): Promise<bigint> {
  const [row] = await tx<{ cents: bigint }[]>`
    select ((select coalesce(sum(debit - credit), 0) from journal_lines where account = ${account})
      + (select coalesce(sum(case when debit = ${account} then amount else -amount end), 0) from contra_movements
         where ${account} in (debit, credit)))::bigint as cents`
  return row?.cents ?? 0n
}

/**
 * Gives the next free codes to external accounts that have none: new ones, and those that a server of an earlier version added.
 * Two transactions may want the same code: the second waits, finds it taken, and takes the next.
 */
export async function giveCodes(tx: Tx): Promise<void> {
  for (;;) {
    const [account] = await tx<{ contra: string }[]>`
      select o.contra from outside_accounts o where not exists (select from gl_accounts g where g.account = o.contra)
      order by o.created_at, o.id limit 1`
    if (!account) return
    await tx`
      insert into gl_accounts (code, account, name, type, created_by, created_at)
      select (select min(n)::text from generate_series(${FIRST_EXTERNAL_CODE}::int, 99999) n
              where not exists (select from gl_accounts g where g.code = n::text)),
        o.contra, o.name, 'asset', o.created_by, o.created_at
      from outside_accounts o where o.contra = ${account.contra}
      on conflict do nothing`
  }
}
