const LOWEST = '0'.repeat(32)
const HIGHEST = 'f'.repeat(32)
/** Ids begin with their time: fewer digits than this are the same for months. */
const MIN_ID_DIGITS = 6

/** The range of ids that begin with these digits, with or without dashes; null when the text is no beginning of an id. */
export function readIdPrefix(text: string): { first: string; last: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < MIN_ID_DIGITS || digits.length > 32) return null
  return { first: digits + LOWEST.slice(digits.length), last: digits + HIGHEST.slice(digits.length) }
}

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
