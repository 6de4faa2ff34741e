import { emailKey } from '#contract/fields.ts'
import type { Reader } from '../platform/db/connection.ts'

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for texts that contain this one. */
export const containsPattern = (text: string): string => `%${escaped(text)}%`

const reversed = (text: string): string => [...text].reverse().join('')

/**
 * Condition on `people`, served by the trigram index for parts of three characters and more. Every address has one @, so what a
 * part has before its own ends the local part. An index has those reversed: it finds few people, where many have the same trigrams.
 */
export function emailContains(sql: Reader, part: string) {
  const key = emailKey(part)
  const [local, ...afterAt] = key.split('@')
  const endsLocalPart =
    local && afterAt.length === 1
      ? sql`reverse(split_part(email_key, '@', 1)) like ${`${escaped(reversed(local))}%`} and`
      : sql``
  return sql`(${endsLocalPart} email_key like ${containsPattern(key)})`
}

/** Shorter than a trigram. */
const SHORT = 2
/** Addresses that are read to see whether a short part is rare, and how many have it if it is not. */
const SAMPLE = 10_000
const COMMON = 500

/**
 * Whether few people have a part that is too short for trigrams. A scan from the newest person on fills a page with a common one soon;
 * for a rare one it would read all addresses.
 */
export async function isRareShortPart(sql: Reader, part: string): Promise<boolean> {
  const key = emailKey(part)
  if ([...key].length > SHORT) return false
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select email_key from people order by id desc limit ${SAMPLE}) as newest
    where email_key like ${containsPattern(key)}`
  return (row?.count ?? 0) < COMMON
}

/** The condition of `emailContains` for one or two characters, on the expression of the index `people_short_parts`. */
export const emailHasShortPart = (sql: Reader, part: string) => sql`(
  string_to_array(email_key, null)
  || string_to_array(regexp_replace(email_key, '..', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 2), '..', '\\&' || chr(10), 'g'), chr(10))
) @> array[${emailKey(part)}]::text[]`
