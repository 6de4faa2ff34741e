import { bankNamesOf, foldBankName } from '#contract/account-numbers.ts'
import { toAmount } from '#contract/money.ts'
import { PAYEE_CHECKS_PER_HOUR, type PayeeCheck } from '#contract/payments/payees.ts'
import { compareNames } from '../../customers/compare-names.ts'
import { countOrRefuse, type Limit } from '../../identity/attempts.ts'
import { largestBelowLimitCents } from '../../ledger/risk-flags.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { findHolder, hasPaid } from './store.ts'

/** Per person: account numbers with names must not be collected by trial. */
export const CHECKS: Limit = { scope: 'payee check', max: PAYEE_CHECKS_PER_HOUR, windowMs: 3_600_000 }

/** An account that this bank does not have tells as much as a check, so that it counts as one. */
export async function countUnknownAccount(
  sql: Sql,
  outcome: { ok: true } | { ok: false; code: string; replayed: boolean },
  { actor, at }: Pick<CommandContext, 'actor' | 'at'>,
): Promise<void> {
  if (!outcome.ok && outcome.code === 'unknown_account' && !outcome.replayed)
    await countOrRefuse(sql, CHECKS, actor.personId, at)
}

type Account = { accountNumber: string; accountName: string; bankName: string }
type Question = Account & { personId: string; at: Date }
type Rules = Pick<Config, 'instantUpToCents' | 'riskLargeCents' | 'fourEyesAboveCents' | 'institution'>

export async function checkPayee(sql: Sql, rules: Rules, question: Question): Promise<PayeeCheck> {
  const { personId, accountNumber, bankName, at } = question
  await countOrRefuse(sql, CHECKS, personId, at)
  const { result, holder } = await compareWithHolder(sql, rules.institution, question)
  if (holder === null) return { result }
  const instantUpToCents = (await hasPaid(sql, personId, accountNumber)) ? instantUpTo(rules) : null
  return {
    result,
    ...(result === 'close' ? { name: holder } : {}),
    ...(bankName === '' || isCalled(rules.institution, bankName) ? {} : { bankName: rules.institution.name }),
    ...(instantUpToCents === null ? {} : { instantUpTo: toAmount(instantUpToCents) }),
  }
}

type Comparison = { result: PayeeCheck['result']; holder: string | null }

/** A closed account can't be paid, and is answered like one that is not in this bank. An empty bank name means none was given. */
export async function compareWithHolder(
  sql: Reader,
  institution: Rules['institution'],
  { accountNumber, accountName, bankName }: Account,
): Promise<Comparison> {
  const holder = await findHolder(sql, accountNumber)
  if (holder === null) return { result: isCalled(institution, bankName) ? 'unknown' : 'elsewhere', holder }
  return { result: compareNames(accountName, holder), holder }
}

const isCalled = (institution: Rules['institution'], bankName: string) =>
  bankNamesOf(institution).includes(foldBankName(bankName))

/**
 * What the ledger completes at once, as far as it depends on the amount (ledger/risk-flags.ts): a large amount and one just below the
 * four-eyes limit are reviewed, as is a new payee. Null: nothing. Other flags depend on the moment of the transfer.
 */
type AmountLimits = Omit<Rules, 'institution'>
export function instantUpTo({ instantUpToCents, riskLargeCents, fourEyesAboveCents }: AmountLimits): bigint | null {
  if (instantUpToCents === null) return null
  const belowLimitCents = largestBelowLimitCents(fourEyesAboveCents) ?? instantUpToCents
  return [riskLargeCents, belowLimitCents].reduce((least, cents) => (cents < least ? cents : least), instantUpToCents)
}
