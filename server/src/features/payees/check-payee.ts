import { toAmount } from '#contract/money.ts'
import { PAYEE_CHECKS_PER_HOUR, type PayeeCheck } from '#contract/payees.ts'
import type { Config } from '../../config/config.ts'
import type { Sql } from '../../db/connection.ts'
import { countOrRefuse, type Limit } from '../../people/attempts.ts'
import { compareNames } from '../../people/compare-names.ts'
import { findHolder, hasPaid } from './store.ts'

/** Per person: account numbers with names must not be collected by trial. */
const CHECKS: Limit = { scope: 'payee check', max: PAYEE_CHECKS_PER_HOUR, windowMs: 3_600_000 }

type Question = { personId: string; accountNumber: string; accountName: string; at: Date }
type Limits = Pick<Config, 'instantUpToCents' | 'riskLargeCents'>

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
  const instantUpToCents = await instantUpTo(sql, limits, personId, accountNumber)
  return {
    result,
    ...(result === 'close' ? { name: holder } : {}),
    ...(instantUpToCents === null ? {} : { instantUpTo: toAmount(instantUpToCents) }),
  }
}

/**
 * What the ledger completes at once, as far as it depends on payee and amount (ledger/risk-flags.ts): a new payee or a large amount is
 * reviewed. Null: nothing. Other flags depend on the moment of the transfer.
 */
async function instantUpTo(
  sql: Sql,
  { instantUpToCents, riskLargeCents }: Limits,
  personId: string,
  accountNumber: string,
): Promise<bigint | null> {
  if (instantUpToCents === null || !(await hasPaid(sql, personId, accountNumber))) return null
  return instantUpToCents < riskLargeCents ? instantUpToCents : riskLargeCents
}
