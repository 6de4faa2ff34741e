import type { Reader } from '../platform/db/connection.ts'
import { idsBeginningWith } from '../platform/db/id-range.ts'

/** Ids begin with their time: fewer digits than this are the same for months. */
const MIN_ID_DIGITS = 6

export const readIdPrefix = (text: string) => idsBeginningWith(text, MIN_ID_DIGITS)

const GROUP = 5
const MIN_REFERENCE = 3

/**
 * The beginning of a reference as it is stored ('BYARD-JKWNF'), from what a customer reads out or types: in lower case,
 * without the dash, with letters that look like digits, which references don't have. Null when it can be none.
 */
export function readReference(text: string): string | null {
  const characters = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]+$/.test(characters)) return null
  if (characters.length < MIN_REFERENCE || characters.length > 2 * GROUP) return null
  return characters.length > GROUP ? `${characters.slice(0, GROUP)}-${characters.slice(GROUP)}` : characters
}

/** Condition on `transactions t`: a range in the order of bytes, as the index of references has it. */
export const referenceBeginsWith = (sql: Reader, beginning: string) =>
  sql`t.reference collate "C" >= ${beginning} and t.reference collate "C" < ${`${beginning}~`}`
