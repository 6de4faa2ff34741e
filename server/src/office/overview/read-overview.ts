import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import { toAmount } from '#contract/money.ts'
import type { BookCheck as BookCheckResponse, Overview } from '#contract/office/overview.ts'
import { type BookCheck, differenceCents, lastBookCheck } from '../../ledger/check-books.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { bookedBetween, pending } from './store.ts'

type Rules = { zone: string; fourEyesAboveCents: bigint | null }

/** Three indexed reads in parallel. The book check, which reads all accounts, runs in the background. */
export async function readOverview(sql: Sql, at: Date, { zone, fourEyesAboveCents }: Rules): Promise<Overview> {
  const date = dayOf(at, zone)
  const [[queue], today, books] = await Promise.all([
    pending(sql),
    bookedBetween(sql, startOfDay(date, zone), endOfDay(date, zone)),
    lastBookCheck(sql),
  ])
  const sumOf = (type: 'Deposit' | 'Transfer') => {
    const row = today.find((sum) => sum.type === type)
    const cents = BigInt(row?.amount ?? 0)
    return { count: Number(row?.count ?? 0), amount: toAmount(cents < 0n ? -cents : cents) }
  }
  return {
    waiting: {
      count: Number(queue?.count ?? 0),
      oldestSubmittedAt: queue?.oldest?.toISOString() ?? null,
    },
    today: { date, deposits: sumOf('Deposit'), transfers: sumOf('Transfer') },
    books: books && toBookCheck(books),
    fourEyesAbove: fourEyesAboveCents === null ? null : toAmount(fourEyesAboveCents),
  }
}

export const toBookCheck = (check: BookCheck): BookCheckResponse => ({
  verifiedAt: check.at.toISOString(),
  customerBalances: toAmount(check.customerBalancesCents),
  internalAccounts: check.internalAccounts.map(({ name, balanceCents: balance }) => ({
    name,
    balance: toAmount(balance),
  })),
  difference: toAmount(differenceCents(check)),
  crookedAccounts: Number(check.unbalancedAccounts),
  accounts: Number(check.accounts),
  postings: Number(check.postings),
})
