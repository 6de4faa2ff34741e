import { endOfDay } from '#contract/bank-day.ts'
import type { Checklist } from '#contract/books/closings.ts'
import { toAmount } from '#contract/money.ts'
import { differenceCents, lastBookCheck } from '../../ledger/check-books.ts'
import { sumBookings } from '../../ledger/day-totals.ts'
import { PROPOSAL_LIFETIME_MS } from '../../ledger/second-person.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type ChecklistItem = Checklist['items'][number]

/** What no item of the reconciliation explains. The domain that reconciles lies above this one, so it is passed in. */
export type ReadUnexplained = (at: Date) => Promise<bigint>
export type ChecklistDeps = { sql: Sql; zone: string; readUnexplained: ReadUnexplained }

const item = (part: Pick<ChecklistItem, 'check' | 'passed'> & Partial<ChecklistItem>): ChecklistItem => ({
  blocks: false,
  count: null,
  amount: null,
  at: null,
  ...part,
})

/** What is open before the books are closed. It informs; only a breach of the books blocks. */
export async function readChecklist(deps: ChecklistDeps, until: string, at: Date): Promise<Checklist> {
  const { sql, zone } = deps
  const end = endOfDay(until, zone)
  const unexplained = await deps.readUnexplained(at)
  const items = await sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => [
    await openEntries(tx, until),
    await suspense(tx, until, zone),
    item({ check: 'reconciliation', passed: unexplained === 0n, amount: toAmount(unexplained) }),
    await pending(tx, end, at),
    await proposedTransactions(tx, end),
    await verification(tx),
  ])
  return { at: at.toISOString(), items: items as ChecklistItem[] }
}

/** Nothing is closed on books that are known to be wrong. */
export function requireUnbreached({ items }: Checklist): void {
  if (items.some(({ blocks }) => blocks)) throw new Refusal('books_breached')
}

async function openEntries(tx: Tx, until: string): Promise<ChecklistItem> {
  const [row] = await tx<{ count: number; total: string }[]>`
    select count(*)::int as count, coalesce(sum(amount), 0) as total from bank_statement_lines
    where state not in ('booked', 'ignored') and booked_on <= ${until}::date`
  const { count = 0, total = '0' } = row ?? {}
  return item({ check: 'statement_entries', passed: count === 0, count, amount: toAmount(BigInt(total)) })
}

async function suspense(tx: Tx, until: string, zone: string): Promise<ChecklistItem> {
  let cents = 0n
  for (const { debit, credit, amountCents } of await sumBookings(tx, until, zone)) {
    if (credit === 'suspense') cents += amountCents
    if (debit === 'suspense') cents -= amountCents
  }
  return item({ check: 'suspense', passed: cents === 0n, amount: toAmount(cents) })
}

/** Other than closings, which are about the period itself. */
async function pending(tx: Tx, end: Date, at: Date): Promise<ChecklistItem> {
  const since = new Date(at.getTime() - PROPOSAL_LIFETIME_MS)
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from proposals
    where state = 'pending' and kind not in ('closing', 'reopening') and proposed_at < ${end} and proposed_at > ${since}`
  const { count = 0 } = row ?? {}
  return item({ check: 'proposals', passed: count === 0, count })
}

async function proposedTransactions(tx: Tx, end: Date): Promise<ChecklistItem> {
  const [row] = await tx<{ count: number; total: string }[]>`
    select count(*)::int as count, coalesce(sum(abs(amount)), 0) as total from transactions
    where status = 'Pending' and proposed_by is not null and proposed_at < ${end}`
  const { count = 0, total = '0' } = row ?? {}
  return item({ check: 'transactions', passed: count === 0, count, amount: toAmount(BigInt(total)) })
}

/** The verification every ten minutes, and the last one of all invariants. */
async function verification(sql: Reader): Promise<ChecklistItem> {
  const last = await lastBookCheck(sql)
  const [full] = await sql<{ breached: number | null }[]>`
    select breached from full_book_checks where at <= ${sql.now()} order by at desc limit 1`
  const isBreached =
    (last !== null && (differenceCents(last) !== 0n || last.unbalancedAccounts > 0n)) ||
    (full !== undefined && full.breached !== null)
  return item({
    check: 'verification',
    passed: last !== null && !isBreached,
    blocks: isBreached,
    at: last?.at.toISOString() ?? null,
  })
}
