/** Digits and letters in the order that every country uses, without the spaces people read it with. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

/** Whether it could be an IBAN: its form and its two check digits (ISO 7064, modulo 97). */
export function looksLikeIban(text: string): boolean {
  const iban = compact(text)
  if (!IBAN.test(iban)) return false
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  const digits = [...rearranged].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Whether it could be a SWIFT code (ISO 9362): bank, country, place, and perhaps a branch. */
export const looksLikeSwift = (text: string): boolean => SWIFT.test(compact(text))
