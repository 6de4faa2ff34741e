import { compactNumber } from '#contract/account-numbers.ts'

type NumberedAccount = { id: string; number: string }

/** The form in which numbers are compared has neither separators nor leading zeros. */
export const comparableNumber = (number: string): string => compactNumber(number).replace(/^0+(?=.)/, '')

/** The accounts whose number this is. One that is written exactly so is the only one. */
export function findEqual<A extends NumberedAccount>(accounts: readonly A[], number: string): A[] {
  const wanted = comparableNumber(number)
  if (wanted === '') return []
  const equal = accounts.filter((account) => comparableNumber(account.number) === wanted)
  const exact = equal.find((account) => account.number === number)
  return exact ? [exact] : equal
}

/** Fewer digits are in too many numbers. */
const SHORTEST_PART = 4

/**
 * The accounts that may be meant: an IBAN that contains the number, or the other way round. Only a person can tell, because another
 * bank's IBAN may contain it, too.
 */
export function findSimilar<A extends NumberedAccount>(accounts: readonly A[], number: string): A[] {
  return accounts.filter((account) => isPartOf(number, account.number) || isPartOf(account.number, number))
}

/** The number of 'bank code/number'. */
const lastPart = (number: string): string => comparableNumber(number.split('/').findLast((part) => part !== '') ?? '')

const isPartOf = (part: string, whole: string): boolean =>
  lastPart(part).length >= SHORTEST_PART && comparableNumber(whole).includes(lastPart(part))
