import { emailKey } from '#contract/fields.ts'
import type { Reader } from '../db/connection.ts'

/** A LIKE pattern for texts that contain this one. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Condition on `people` that the trigram index serves for parts of three characters and more. */
export const emailContains = (sql: Reader, part: string) => sql`email_key like ${containsPattern(emailKey(part))}`
