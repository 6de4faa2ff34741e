import { isAccountNumber, normalizeNumber } from '#contract/account-numbers.ts'
import type { Account } from '#contract/customers/accounts.ts'
import type { Payee, RecentPayee } from '#contract/payments/payees.ts'
import type { Text } from '#contract/text.ts'
import { isSameAccount, type PayeeDetails } from '../payees/payee-details.ts'

/** A payee who was paid or saved before, under the name that the customer gave them. */
export type KnownPayee = { key: string; name: Text; details: PayeeDetails }

/** Each account once: recent ones by their last use, then the saved ones that were not paid lately. */
export function knownPayees(recent: readonly RecentPayee[], saved: readonly Payee[]) {
  const nameOf = (payee: PayeeDetails) => saved.find((each) => isSameAccount(each, payee))?.name ?? payee.accountName
  const toKnown = (payee: PayeeDetails): KnownPayee => {
    const { accountName, accountNumber, bankName, iban, swiftCode } = payee
    const details = { accountName, accountNumber, bankName, iban, swiftCode }
    return { key: `${accountNumber} ${bankName}`, name: nameOf(payee), details }
  }
  return {
    recent: recent.map(toKnown),
    saved: saved.filter((payee) => !recent.some((each) => isSameAccount(each, payee))).map(toKnown),
  }
}

/** 'Zoë' is found by 'zoe'. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Every typed word is in one of the texts, or the whole is part of one of the numbers. */
function matches(query: string, texts: readonly string[], numbers: readonly string[]): boolean {
  const number = normalizeNumber(query)
  if (number.length > 1 && numbers.some((each) => normalizeNumber(each).includes(number))) return true
  const text = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const matchesPayee = (query: string, { name, details }: KnownPayee): boolean =>
  matches(query, [name, details.accountName, details.bankName], [details.accountNumber, details.iban])

export const matchesAccount = (query: string, { name, number }: Account): boolean => matches(query, [name], [number])

/** What a new payee is known by. */
export type PayeeInput = 'email' | 'number' | 'name'

/** Fewer characters with a digit are more likely part of a name. */
const SHORTEST_NUMBER = 5

export function inputKind(typed: string): PayeeInput {
  if (/^\S+@\S+$/.test(typed.trim())) return 'email'
  const number = normalizeNumber(typed)
  return number.length >= SHORTEST_NUMBER && isAccountNumber(number) && /[0-9]{3}/.test(number) ? 'number' : 'name'
}
