import { toAmount } from '#contract/money.ts'
import type { Limits } from '#contract/payments/limits.ts'
import { bankDayAt, bankLimitOf, dailyLimitAt, ownLimitAt } from '../../ledger/daily-limit.ts'
import { readPersonLimits, readSentCents } from '../../ledger/limits-store.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type LimitConfig = Pick<Config, 'dailyLimitCents' | 'bankTimeZone'>

export async function readLimits(sql: Reader, personId: string, config: LimitConfig, at: Date): Promise<Limits> {
  const [person, sentCents] = await Promise.all([
    readPersonLimits(sql, personId),
    readSentCents(sql, personId, at, config.bankTimeZone),
  ])
  if (!person) throw new Refusal('not_found')
  const dailyCents = dailyLimitAt(person, config, at)
  const isWaiting = person.next && person.next.at > at
  return {
    daily: toAmountOrNull(dailyCents),
    // A limit that was lowered today can be below what was sent.
    left: dailyCents === null ? null : toAmount(dailyCents > sentCents ? dailyCents - sentCents : 0n),
    sent: toAmount(sentCents),
    resetsAt: bankDayAt(at, config.bankTimeZone).end.toISOString(),
    own: toAmountOrNull(ownLimitAt(person, at)),
    bank: toAmountOrNull(bankLimitOf(person, config)),
    next:
      person.next && isWaiting ? { own: toAmountOrNull(person.next.cents), at: person.next.at.toISOString() } : null,
    byStaff: person.staffCents !== null,
  }
}

const toAmountOrNull = (cents: bigint | null) => (cents === null ? null : toAmount(cents))
