import { emailKey } from '#contract/fields.ts'
import type { FoundPayee } from '#contract/payments/find-payee.ts'
import { compareNames } from '../../customers/compare-names.ts'
import { countOrRefuse } from '../../identity/attempts.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { CHECKS } from './check-payee.ts'
import { findHolderByEmail } from './store.ts'

type Question = { personId: string; email: string; accountName: string; bankName: string; at: Date }

/** Who knows both address and name learns the account; a guess of either learns nothing. */
export async function findPayee(sql: Sql, question: Question): Promise<FoundPayee> {
  const { personId, email, accountName, bankName, at } = question
  await countOrRefuse(sql, CHECKS, personId, at)
  const holder = await findHolderByEmail(sql, personId, emailKey(email))
  if (!holder || compareNames(accountName, holder.name) === 'no_match') return { result: 'unknown' }
  return { result: 'found', payee: { accountName: holder.name, accountNumber: holder.number, bankName } }
}
