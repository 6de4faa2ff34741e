import { PAYEE_CHECKS_PER_HOUR, type PayeeCheck } from '#contract/payees.ts'
import type { Sql } from '../../db/connection.ts'
import { countOrRefuse, type Limit } from '../../people/attempts.ts'
import { compareNames } from '../../people/compare-names.ts'
import { findHolder } from './store.ts'

/** Per person: account numbers with names must not be collected by trial. */
const CHECKS: Limit = { scope: 'payee check', max: PAYEE_CHECKS_PER_HOUR, windowMs: 3_600_000 }

type Question = { accountNumber: string; accountName: string }

/** A closed account can't be paid, and is answered like one of another bank. */
export async function checkPayee(
  sql: Sql,
  personId: string,
  { accountNumber, accountName }: Question,
  at: Date,
): Promise<PayeeCheck> {
  await countOrRefuse(sql, CHECKS, personId, at)
  const holder = await findHolder(sql, accountNumber)
  if (holder === null) return { result: 'elsewhere' }
  const result = compareNames(accountName, holder)
  return result === 'close' ? { result, name: holder } : { result }
}
