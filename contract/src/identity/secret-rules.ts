import { emailKey } from '../fields.ts'
import { msg } from '../text-id.ts'

/** What a bank with `SECRET_RULES=on` refuses as a new password or PIN. Existing ones keep working. */
const MIN_PASSWORD_CHARACTERS = 8
export const PASSWORD_TOO_SHORT_TEXT = msg('The password needs at least 8 characters.')
export const PASSWORD_COMMON_TEXT = msg('This password is too common. Choose one that’s harder to guess.')
export const PASSWORD_PERSONAL_TEXT = msg('The password must not contain your name or email.')
export const PIN_COMMON_TEXT = msg('This PIN is too common. Choose one that’s harder to guess.')

/** Shorter parts of a name or address occur in good passwords by chance. */
const MIN_PART_CHARACTERS = 4

/** The 20 most common PINs of leaked passwords that are four digits: a quarter of all of them. */
const COMMON_PINS: ReadonlySet<string> = new Set(
  '1234 1111 0000 1212 7777 1004 2000 4444 2222 6969 9999 3333 5555 6666 1122 1313 8888 4321 2001 1010'.split(' '),
)

export type SecretOwner = { email: string; fullName: string }

/** Why the password is refused, or null. Common passwords are checked by the server, which has the list. */
export function findPasswordProblem(password: string, { email, fullName }: SecretOwner): string | null {
  if ([...password].length < MIN_PASSWORD_CHARACTERS) return PASSWORD_TOO_SHORT_TEXT
  const address = emailKey(email)
  const parts = [address.slice(0, address.lastIndexOf('@')), ...emailKey(fullName).split(/[^\p{L}\p{M}\p{N}]+/u)]
  const forbidden = [address, ...parts.filter((part) => [...part].length >= MIN_PART_CHARACTERS)]
  const text = emailKey(password)
  return forbidden.some((part) => text.includes(part)) ? PASSWORD_PERSONAL_TEXT : null
}

export const findPinProblem = (pin: string): string | null => (COMMON_PINS.has(pin) ? PIN_COMMON_TEXT : null)
