import { toAmount } from '#contract/money.ts'
import { PAYEE_CHECKS_PER_HOUR, type PayeeCheck } from '#contract/payments/payees.ts'
import { compareNames } from '../../customers/compare-names.ts'
import { countOrRefuse, type Limit } from '../../identity/attempts.ts'
import { largestBelowLimitCents } from '../../ledger/risk-flags.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { findHolder, hasPaid } from './store.ts'

/** Per person: account numbers with names must not be collected by trial. */
export const CHECKS: Limit = { scope: 'payee check', max: PAYEE_CHECKS_PER_HOUR, windowMs: 3_600_000 }

type Question = { personId: string; accountNumber: string; accountName: string; at: Date }
type Limits = Pick<Config, 'instantUpToCents' | 'riskLargeCents' | 'fourEyesAboveCents'>

/** A closed account can't be paid, and is answered like one of another bank. */
export async function checkPayee(
  sql: Sql,
  limits: Limits,
  { personId, accountNumber, accountName, at }: Question,
): Promise<PayeeCheck> {
  await countOrRefuse(sql, CHECKS, personId, at)
  const holder = await findHolder(sql, accountNumber)
  if (holder === null) return { result: 'elsewhere' }
  const result = compareNames(accountName, holder)
  const instantUpToCents = (await hasPaid(sql, personId, accountNumber)) ? instantUpTo(limits) : null
  return {
    result,
    ...(result === 'close' ? { name: holder } : {}),
    ...(instantUpToCents === null ? {} : { instantUpTo: toAmount(instantUpToCents) }),
  }
}

/**
 * What the ledger completes at once, as far as it depends on the amount (ledger/risk-flags.ts): a large amount and one just below the
 * four-eyes limit are reviewed, as is a new payee. Null: nothing. Other flags depend on the moment of the transfer.
 */
export function instantUpTo({ instantUpToCents, riskLargeCents, fourEyesAboveCents }: Limits): bigint | null {
  if (instantUpToCents === null) return null
  const belowLimitCents = largestBelowLimitCents(fourEyesAboveCents) ?? instantUpToCents
  return [riskLargeCents, belowLimitCents].reduce((least, cents) => (cents < least ? cents : least), instantUpToCents)
}
