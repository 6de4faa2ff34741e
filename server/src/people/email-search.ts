import { emailKey } from '#contract/fields.ts'
import { column } from '../db/arrays.ts'
import type { Reader } from '../db/connection.ts'

/** Part of an address; the keys of it that the index is asked for; whether so many have it that reading along finds it. */
export type EmailPart = { part: string; keys: string[]; isCommon: boolean }

/** In one of so many addresses: the index would give more than it spares. */
const COMMON = 8
/** A list of one in so many people is read in no time. */
const SHORT_LIST = 32
const LONGEST_KEY = 4

/** What was typed, and how to look for it among these addresses. */
export async function readEmailPart(sql: Reader, search: string): Promise<EmailPart> {
  const part = emailKey(search)
  const sample = await readSample(sql)
  return { part, keys: chooseKeys(part, sample), isCommon: isIn(sample, part) > sample.length / COMMON }
}

/** A hundred addresses from all over the bank, which the database keeps for its own plans. None while there are few people. */
async function readSample(sql: Reader): Promise<string[]> {
  const [kept] = await sql<{ sample: string[] | null }[]>`
    select histogram_bounds::text::text[] as sample from pg_stats
    where schemaname = current_schema() and tablename = 'people' and attname = 'email_key'`
  return kept?.sample ?? []
}

const isIn = (sample: readonly string[], part: string) => sample.filter((address) => address.includes(part)).length

/**
 * The rare ones: whoever has `person4321@` has `4321`, and to read a million entries of `pers` beside it would only take
 * time. Where all are common, those that are about as rare as the rarest.
 */
export function chooseKeys(part: string, sample: readonly string[]): string[] {
  const keys = keysOf(part).map((key) => ({ key, times: isIn(sample, key) }))
  const fewest = Math.min(...keys.map(({ times }) => times))
  return keys.filter(({ times }) => times <= 2 * fewest + sample.length / SHORT_LIST).map(({ key }) => key)
}

/** Every run of four characters (as the database counts them), or the whole part if it is shorter. */
function keysOf(part: string): string[] {
  const letters = Array.from(part)
  const length = Math.min(letters.length, LONGEST_KEY)
  const runs = letters.map((_, at) => letters.slice(at, at + length)).filter((run) => run.length === length)
  return [...new Set(runs.map((run) => run.join('')))]
}

export const hasEmailPart = (sql: Reader, { part }: EmailPart) => sql`strpos(email_key, ${part}) > 0`

/**
 * The same, by the index `people_email_parts`: the expression must be the one it was made with. Where a plan does not use
 * the index, the cheap half comes first and spares nearly everybody the other.
 */
export const hasEmailPartByKeys = (sql: Reader, asked: EmailPart) => sql`${hasEmailPart(sql, asked)} and (
  string_to_array(email_key, null)
  || string_to_array(regexp_replace(email_key, '..', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 2), '..', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(email_key, '...', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 2), '...', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 3), '...', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(email_key, '....', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 2), '....', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 3), '....', '\\&' || chr(10), 'g'), chr(10))
  || string_to_array(regexp_replace(substr(email_key, 4), '....', '\\&' || chr(10), 'g'), chr(10))
  ) @> ${column(asked.keys, (key) => key)}::text[]`
