/** ISO 7064, modulo 97: the first four characters last, letters as numbers from A, which is 10. 1 if the check digits are right. */
export const modulo97 = (text: string): bigint =>
  BigInt((text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
