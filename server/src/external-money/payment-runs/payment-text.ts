import anyAscii from 'any-ascii'

/** The characters that every bank of a payment scheme passes on (EPC217-08). */
const NOT_ALLOWED = /[^A-Za-z0-9/\-?:().,'+ ]/g

/**
 * The text as payment files may carry it: 'Zoë Müller' as 'Zoe Muller'. The bank keeps the person's own spelling.
 * A slash may neither begin nor end a text, nor occur twice in a row: banks read that as a code.
 */
export function paymentText(text: string, maxLength: number): string {
  const ascii = anyAscii(text.normalize('NFC')).replace(NOT_ALLOWED, ' ')
  const plain = ascii
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, maxLength).replace(/^[\s/]+|[\s/]+$/g, '')
}
