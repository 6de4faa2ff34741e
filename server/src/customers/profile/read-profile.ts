import type { Profile, Stats } from '#contract/customers/people.ts'
import { toAmount } from '#contract/money.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { monthBefore, monthOf } from '../../ledger/month.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { requireUser } from '../person.ts'

type Sums = { month: string; deposits: bigint; transfers: bigint }

/** Two indexed reads, whatever the length of the history. */
export async function readProfile(sql: Sql, personId: string, at: Date, zone: string): Promise<Profile> {
  const current = monthOf(at, zone)
  const last = monthBefore(current)
  const [user, sums] = await Promise.all([
    requireUser(sql, personId),
    sql<Sums[]>`select month, deposits, transfers from account_months
                where account_id = ${mainAccountId(personId)} and month = any(${[current, last]}::date[])`,
  ])
  const of = (month: string) => sums.find((sum) => sum.month === month) ?? { deposits: 0n, transfers: 0n }
  return { user, stats: compare(of(current), of(last)) }
}

type PerKind = { deposits: bigint; transfers: bigint }

export function compare(current: PerKind, last: PerKind): Stats {
  const toAmounts = ({ deposits, transfers }: PerKind) => ({
    deposits: toAmount(deposits),
    transfers: toAmount(transfers),
  })
  return {
    currentMonth: toAmounts(current),
    lastMonth: toAmounts(last),
    increasePercentage: {
      deposits: increase(current.deposits, last.deposits),
      transfers: increase(current.transfers, last.transfers),
    },
  }
}

/** Percent change against last month, to one decimal; 100 if last month was zero. Halves round away from zero. */
function increase(current: bigint, last: bigint): number {
  if (last === 0n) return current > 0n ? 100 : 0
  const thousandths = (current - last) * 2000n
  const rounded = (thousandths + (thousandths < 0n ? -last : last)) / (2n * last)
  return Number(rounded) / 10
}
