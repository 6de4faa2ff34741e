import { dayOf } from '#contract/bank-day.ts'
import { FAR_DAY_TEXT, PAST_DAY_TEXT } from '#contract/external-money/payment-file-formats.ts'
import type { RunPlan } from '../../ledger/make-payment-run.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { invalidField } from '../../platform/runtime/refusal.ts'
import { choosePayingAccount, type PayingAccount, readShownAccount } from './paying-account.ts'
import { selectPreview } from './previews-store.ts'

/** What a request says about a run. */
export type RunChoice = {
  outsideAccountId?: string | undefined
  accountId?: string | undefined
  executeOn?: string | undefined
}

/** The institution, its day and its currency. */
export type RunBasis = { initiator: string; today: string; currency: string }

export type BasisDeps = {
  config: { institution: { legalName: string; name: string }; currency: { code: string } }
  ledger: { zone: string }
}

export const basisOf = ({ config, ledger }: BasisDeps, at: Date): RunBasis => ({
  initiator: config.institution.legalName || config.institution.name,
  today: dayOf(at, ledger.zone),
  currency: config.currency.code,
})

/** The account and day of a request. */
export async function chooseRun(
  sql: Reader,
  { outsideAccountId, accountId = outsideAccountId, executeOn }: RunChoice,
  { initiator, today }: RunBasis,
): Promise<{ account: PayingAccount; executeOn: string }> {
  const externalAccountId = outsideAccountId ?? accountId ?? null
  if (accountId !== undefined && accountId !== externalAccountId)
    throw invalidField('accountId', 'This is another account than `outsideAccountId`.')
  requireDay(executeOn ?? today, today)
  return { account: await choosePayingAccount(sql, externalAccountId, initiator), executeOn: executeOn ?? today }
}

function requireDay(day: string, today: string): void {
  if (day < today) throw invalidField('executeOn', PAST_DAY_TEXT)
  const [year = '', rest = ''] = [today.slice(0, 4), today.slice(4)]
  if (day > `${Number(year) + 1}${rest}`) throw invalidField('executeOn', FAR_DAY_TEXT)
}

/** As the preview showed it; null: it has expired, its day is over, or the account is another one now. */
export async function planFromPreview(
  sql: Reader,
  previewId: string,
  { initiator, today, currency }: RunBasis,
): Promise<Omit<RunPlan, 'id'> | null> {
  const shown = await selectPreview(sql, previewId)
  if (!shown || shown.execute_on < today) return null
  const { debtor } = await readShownAccount(sql, shown.outside_account_id, initiator)
  if (debtor.name !== shown.debtor_name || debtor.number !== shown.debtor_number) return null
  return { currency, executeOn: shown.execute_on, initiator, debtor, digest: shown.digest }
}
