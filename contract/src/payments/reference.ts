import { type Text, verbatim } from '../text.ts'

/** Crockford's base 32: no letter that looks like a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** The reference that customers read out on the phone ('M7QX2-9KDTF'): the last fifty bits of the id, which are random. */
export function referenceOf(id: string): Text {
  let bits = BigInt(`0x${id.slice(-17).replace('-', '')}`)
  let text = ''
  for (let i = 0; i < LENGTH; i++) {
    text = DIGITS[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return verbatim(`${text.slice(0, 5)}-${text.slice(5)}`)
}
