/** What the signature of a document covers, and how document numbers are written. Without schemas: pages load it. */

/** Documents about the whole bank. They outlive the member of staff who asked for them. */
export const BANK_DOCUMENT_KINDS = ['trial-balance', 'balance-sheet', 'profit-and-loss', 'journal'] as const
export const DOCUMENT_KINDS = ['statement', 'receipt', 'confirmation', ...BANK_DOCUMENT_KINDS] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export type SignedDetails = {
  kind: string
  issuedAt: string
  period?: string | undefined
  sha256: string
  keyId: string
}

/**
 * The text that the bank signs. The document number is not part of it: a person who has only the file knows no number, and
 * the file's fingerprint covers the number printed in it. No value can contain a line break.
 */
export const signedText = ({ kind, issuedAt, period, sha256, keyId }: SignedDetails): string =>
  [
    'openteller document 1',
    `kind: ${kind}`,
    `issued at: ${issuedAt}`,
    `period: ${period ?? '-'}`,
    `sha-256: ${sha256}`,
    `key: ${keyId}`,
  ].join('\n')

/** Crockford's base 32: no I, L, O and U, which are easily misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const VALUE_DIGITS = 26
const CHECK_DIGITS = 2
const GROUP = 4
/** The largest prime below 32²: finds any single wrong character and any two that were swapped. */
const CHECK_MODULUS = 1021n

function toDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 32n) text = DIGITS.charAt(Number(rest % 32n)) + text
  return text
}

const toValue = (digits: string): bigint =>
  [...digits].reduce((value, d) => value * 32n + BigInt(DIGITS.indexOf(d)), 0n)

/** 128 random bits as 26 characters and two check characters, in groups of four: `7ZQ4-…`. */
export function toDocumentNumber(random: Uint8Array): string {
  const value = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const digits = toDigits(value, VALUE_DIGITS) + toDigits(value % CHECK_MODULUS, CHECK_DIGITS)
  return digits.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? ''
}

/** The number as it is printed, from what a person typed: any case, with or without dashes. Null when it can't be one. */
export function parseDocumentNumber(typed: string): string | null {
  if (typed.length > 100) return null
  const digits = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!new RegExp(`^[${DIGITS}]{${VALUE_DIGITS + CHECK_DIGITS}}$`).test(digits)) return null
  const value = toValue(digits.slice(0, VALUE_DIGITS))
  if (value >> 128n !== 0n || value % CHECK_MODULUS !== toValue(digits.slice(VALUE_DIGITS))) return null
  return digits.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? null
}
