export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const LOWEST = '0'.repeat(32)
const HIGHEST = 'f'.repeat(32)

/** The range of ids that begin with these digits, with or without dashes; null when the text is no beginning of an id. */
export function idsBeginningWith(text: string, minDigits = 1): { first: string; last: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < minDigits || digits.length > 32) return null
  return { first: digits + LOWEST.slice(digits.length), last: digits + HIGHEST.slice(digits.length) }
}
