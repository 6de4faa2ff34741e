import type { Reader, Tx } from '../platform/db/connection.ts'
import { type BookedTotal, sumBetween, sumBookings } from './day-totals.ts'
import type { Count } from './scheduled-payments/scheduled-payment-invariants.ts'

/** Debits minus credits of each account that was booked. */
export function netOf(totals: readonly BookedTotal[]): Map<string, bigint> {
  const net = new Map<string, bigint>()
  const add = (account: string, cents: bigint) => net.set(account, (net.get(account) ?? 0n) + cents)
  for (const { debit, credit, amountCents } of totals) {
    add(debit, amountCents)
    add(credit, -amountCents)
  }
  return net
}

const ALL_DAYS = '2999-12-31'
const [BEGINNING, END] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')]

/** What the balance sheet and profit and loss use, beside the bookings themselves; and each account that was booked is in the chart. */
export async function checkReports(sql: Reader, zone: string): Promise<Count[]> {
  const reported = netOf(await sumBookings(sql as Tx, ALL_DAYS, zone))
  const booked = netOf(await sumBetween(sql, BEGINNING, END))
  const chart = new Set((await sql<{ account: string }[]>`select account from gl_accounts`).map((row) => row.account))
  const accounts = [...new Set([...reported.keys(), ...booked.keys()])]
  const wrong = accounts.filter(
    (account) => (reported.get(account) ?? 0n) !== (booked.get(account) ?? 0n) || !chart.has(account),
  )
  return [{ checked: BigInt(accounts.length), breaches: BigInt(wrong.length) }]
}
