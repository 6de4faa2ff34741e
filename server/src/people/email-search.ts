import { emailKey } from '#contract/fields.ts'
import type { Reader } from '../db/connection.ts'

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
