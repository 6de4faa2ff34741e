const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What people read out on the phone: the fifty last (random) bits of the id, without letters that look like digits. */
export function referenceOf(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '').slice(-13)}`) & ((1n << 50n) - 1n)
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = DIGITS[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
