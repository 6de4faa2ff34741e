import type { Reader } from '../platform/db/connection.ts'
import { containsPattern } from './email-search.ts'

/**
 * The digits of a phone or account number, however they are grouped; null for other texts. Leading zeros are dropped from
 * phone numbers: 0170 and 0049170 are both part of +49170.
 */
export function digitsOf(text: string, atLeast: number): string | null {
  const digits = text.replace(/[^0-9]/g, '')
  return /^[0-9 +()/.-]+$/.test(text) && digits.length >= atLeast ? digits : null
}

/** Condition on `people` that the trigram index on the digits serves. Zeros alone are part of no number. */
export function phoneContains(sql: Reader, digits: string) {
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return sql`false`
  return sql`regexp_replace(mobile, '[^0-9]', '', 'g') like ${containsPattern(significant)}`
}

const ACCOUNT_NUMBER_LENGTH = 10

/** The ids of the owners, one for each account. Part of a number is found by a trigram index. */
export const idsByAccountNumber = (sql: Reader, digits: string) =>
  digits.length === ACCOUNT_NUMBER_LENGTH
    ? sql`select a.owner_id as id from accounts a where a.number = ${digits}`
    : sql`select a.owner_id as id from accounts a where a.number like ${containsPattern(digits)}`
