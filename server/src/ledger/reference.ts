const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What people read out on the phone: the fifty last (random) bits of the id, without letters that look like digits. */
export function referenceOf(id: string): string {
  const hex = id.slice(-17).replace('-', '')
  // In halves, which a number holds; fifty bits would need a bigint for every digit.
  return `${fiveDigits(Number.parseInt(hex.slice(-13, -6), 16) >> 1)}-${fiveDigits(Number.parseInt(hex.slice(-7), 16))}`
}

/** Of the twenty-five last bits. */
function fiveDigits(bits: number): string {
  let text = ''
  for (let shift = 20; shift >= 0; shift -= 5) text += DIGITS[(bits >> shift) & 31]
  return text
}
