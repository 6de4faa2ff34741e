/*
 * The reference that a customer writes on a wire deposit: a creditor reference of ISO 11649, 'RF' with two check digits and
 * up to 21 characters. Banks' own forms check it, and a typo can't be another customer's reference.
 */

/** Crockford's base 32: no letter that looks like a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BODY_LENGTH = 10

/** Fifty bits of a person's reference as text. */
export function paymentReferenceOf(bits: bigint): string {
  let body = ''
  for (let i = 0; i < BODY_LENGTH; i++) {
    body = DIGITS[Number((bits >> BigInt(5 * i)) & 31n)] + body
  }
  return `RF${checkDigits(body)}${body}`
}

/** In groups of four, as people read and type it: 'RF18 5390 0754 7034'. */
export const formatPaymentReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ')

/**
 * All valid references in a text, also with spaces, hyphens or small letters as customers and banks write them. A
 * reference with a typo fails its check digits and is not found.
 */
export function findPaymentReferences(text: string): string[] {
  const plain = text.toUpperCase().replace(/[\s./-]/g, '')
  const found = [...plain.matchAll(/(?=(RF\d\d[0-9A-HJKMNP-TV-Z]{10}))/g)].map((match) => match[1] ?? '')
  return [...new Set(found.filter(isPaymentReference))]
}

export const isPaymentReference = (reference: string): boolean =>
  /^RF\d\d[0-9A-HJKMNP-TV-Z]{10}$/.test(reference) && remainder(reference.slice(4) + reference.slice(0, 4)) === 1n

const checkDigits = (body: string): string => String(98n - remainder(`${body}RF00`)).padStart(2, '0')

/** Letters count from A = 10, and the whole number is taken modulo 97 (ISO 7064). */
const remainder = (text: string): bigint =>
  BigInt([...text].map((character) => Number.parseInt(character, 36)).join('')) % 97n
