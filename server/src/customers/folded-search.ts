import { searchedNumber } from '#contract/account-numbers.ts'
import type { Reader } from '../platform/db/connection.ts'
import { containsPattern } from './email-search.ts'

/* Texts are compared without case and accents. The indexes of migrations 0032 and 0098 are on these expressions. */

export const folded = (sql: Reader, text: ReturnType<Reader>) => sql`
  lower(translate(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036F]', '', 'g'), 'ØøŁłĐđ', 'OoLlDd'))`

/** Letters that have no decomposition. */
const PLAIN: Record<string, string> = { Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd' }

/** The database makes it lower case, as it does the text: which letters it knows depends on its locale. */
function patternOf(sql: Reader, part: string) {
  const plain = part.normalize('NFKD').replace(/[\u0300-\u036F]/g, '')
  return sql`lower(${containsPattern(plain.replace(/[ØøŁłĐđ]/g, (letter) => PLAIN[letter] ?? letter))}::text)`
}

/** Condition on `people` that the trigram index serves for parts of three characters and more. */
export const nameContains = (sql: Reader, part: string) =>
  sql`${folded(sql, sql`full_name`)} like ${patternOf(sql, part)}`

/** Shorter words have no trigram. */
const TRIGRAM = 3
const MAX_WORDS = 6

/** Every word of the text is in the name, in any order. Short words alone are one text, so that the index still serves it. */
export function nameHasWords(sql: Reader, text: string) {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  const parts = words.some((word) => [...word].length >= TRIGRAM) ? words : [text]
  return parts.map((part) => nameContains(sql, part)).reduce((all, next) => sql`${all} and ${next}`)
}

/**
 * The same for the counterparty and the reason of the transaction `t`; none of them has a line break. The index has only decided
 * ones; pending ones are few, and have an index of their own.
 */
export function transactionContains(sql: Reader, part: string) {
  const texts = sql`t.party_name || chr(10) || t.party_account || chr(10) || t.reason`
  const hasPart = (each: string) => sql`${folded(sql, texts)} like ${patternOf(sql, each)}`
  const number = searchedNumber(part)
  const contains = number === null ? hasPart(part) : sql`(${hasPart(part)} or ${hasPart(number)})`
  return sql`((t.status <> 'Pending' and ${contains}) or (t.status = 'Pending' and ${contains}))`
}
