import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import type { AccountSurvey, FileSurvey } from '../statement-files/survey-statements.ts'
import { comparableNumber, findEqual, findSimilar } from './find-account.ts'
import type { ExternalAccount, OpenStatement } from './open-statement.ts'

/** What decides whose statements a file has. */
type Knowledge = {
  accounts: readonly ExternalAccount[]
  /** What staff said before, by comparable number. */
  said: ReadonlyMap<string, string>
  /** The account that came with this file: staff say so now. */
  accountId: string | null
}

export type AssignedAccounts = {
  accounts: Map<ExternalAccount, AccountSurvey[]>
  /** What is to be remembered, because it was said with this file. */
  newlySaid: { number: string; account: ExternalAccount } | null
}

/**
 * Every account of the file is one of the institution's, and every currency that of the account. A number means an account only if
 * it is equal to its number, or if staff said so, now or before.
 */
export function assignAccounts(survey: FileSurvey, file: OpenStatement, knowledge: Knowledge): AssignedAccounts {
  const { accounts, accountId } = knowledge
  const chosen = file.account ?? accounts.find(({ id }) => id === accountId) ?? null
  if (!file.csv && accountId !== null && !chosen) throw invalidField('outsideAccountId', 'There is no such account.')
  const equal = (number: string) => (file.csv ? chosen : onlyOf(findEqual(accounts, number)))
  const open = survey.accounts.filter(({ number }) => !equal(number))
  // What staff say now replaces what they said before.
  const unclear = open.length === 1 && chosen ? open : open.filter(({ number }) => !saidAccount(knowledge, number))
  const [first, ...others] = unclear
  if (first && (others.length > 0 || !chosen)) throw unclearAccount(unclear, accounts)
  const assigned = new Map<ExternalAccount, AccountSurvey[]>()
  for (const surveyed of survey.accounts) {
    const { number } = surveyed
    const account = equal(number) ?? (surveyed === first ? chosen : saidAccount(knowledge, number))
    if (!account) throw new Error(`The account ${number} was not found`)
    const [before] = assigned.get(account) ?? []
    // Two numbers of one file are two accounts: entries of both in one would not add up.
    if (before && comparableNumber(before.number) !== comparableNumber(number))
      throw sameAccount([before, surveyed], account)
    requireCurrency(surveyed, account)
    assigned.set(account, [...(assigned.get(account) ?? []), surveyed])
  }
  if (!file.csv && chosen && !assigned.has(chosen)) throw otherAccount([...assigned.keys()])
  return { accounts: assigned, newlySaid: first && chosen ? { number: first.number, account: chosen } : null }
}

const onlyOf = (accounts: readonly ExternalAccount[]): ExternalAccount | null =>
  accounts.length === 1 ? (accounts[0] ?? null) : null

const saidAccount = ({ accounts, said }: Knowledge, number: string): ExternalAccount | null =>
  accounts.find(({ id }) => id === said.get(comparableNumber(number))) ?? null

function requireCurrency({ currencies }: AccountSurvey, account: ExternalAccount): void {
  const other = [...currencies].find((each) => each !== account.currency)
  if (other)
    throw new Refusal('currency_differs', {
      message: `The file is in ${shown(other)}, the account ${account.number} in ${account.currency}.`,
    })
}

const shown = (text: string): string => text.slice(0, 40)

const toCandidate = ({ id, name, number, currency }: ExternalAccount) => ({ _id: id, name, number, currency })

/** Nothing like it is listed: it may be a new account. Else staff say which one it is. */
function unclearAccount(unclear: readonly AccountSurvey[], accounts: readonly ExternalAccount[]): Refusal {
  const numbers = unclear.map(({ number }) => shown(number))
  const [number = ''] = numbers
  const [currency = null] = unclear[0]?.currencies ?? []
  const equal = findEqual(accounts, unclear[0]?.number ?? '')
  const candidates = (equal.length > 0 ? equal : findSimilar(accounts, unclear[0]?.number ?? '')).map(toCandidate)
  if (candidates.length === 0)
    return new Refusal('unknown_account', {
      message: `The account ${number} is not one of the bank’s outside accounts.`,
      current: { number, currency, candidates },
    })
  return new Refusal('account_unclear', {
    message: `The file names the account ${number}, which is none of the bank’s outside accounts, but may be one of them. Nothing was imported.`,
    current: { number, currency, numbers, candidates },
  })
}

const sameAccount = (surveys: readonly AccountSurvey[], { name }: ExternalAccount): Refusal =>
  new Refusal('account_unclear', {
    message: `The file has statements of ${surveys.map(({ number }) => shown(number)).join(' and of ')}. They can’t both be of ${name}.`,
    current: { number: shown(surveys.at(-1)?.number ?? ''), candidates: [] },
  })

const otherAccount = (accounts: readonly ExternalAccount[]): Refusal =>
  new Refusal('account_unclear', {
    message: `The file is of ${accounts.map(({ name, number }) => `${name} (${number})`).join(' and ')}. Nothing was imported.`,
    current: { number: accounts[0]?.number ?? '', candidates: accounts.map(toCandidate) },
  })
