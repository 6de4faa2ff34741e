/** Country, check digits and account, without spaces. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** Checks the format and the check digits (ISO 7064, modulo 97), not whether the account exists. */
export function looksLikeIban(text: string): boolean {
  const iban = compact(text)
  if (!IBAN.test(iban)) return false
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  const digits = [...rearranged].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Checks the format (ISO 9362): bank, country, location, optional branch. */
export const looksLikeSwift = (text: string): boolean => SWIFT.test(compact(text))
