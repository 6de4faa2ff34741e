import { friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import {
  ACCOUNT_NUMBER_TEXT,
  ACCOUNT_REQUIRED_TEXT,
  isAccountNumber,
  normalizeNumber,
} from '#contract/account-numbers.ts'
import type { Text } from '#contract/text.ts'
import { IBAN_TEXT, SWIFT_TEXT } from '#contract/texts.ts'
import { t } from '../../shared/i18n/i18n.ts'

/** For numbers and codes of banks: phones then neither correct them nor underline them as misspelt. */
export const CODE_INPUT = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** Spaces, dashes and dots don't count; digits and letters of other alphabets are none. */
const isValid = (text: string, check: (compact: string) => boolean) => {
  const compact = normalizeNumber(text)
  return isAccountNumber(compact) && check(compact)
}

/** Why it is not an IBAN, or true. Empty is fine: the field is optional. The server checks the same. */
export const ibanError = (text: string): true | Text => text.trim() === '' || isValid(text, isValidIBAN) || t(IBAN_TEXT)

export const swiftCodeError = (text: string): true | Text =>
  text.trim() === '' || isValid(text, isValidBIC) || t(SWIFT_TEXT)

/** Why it is no account number, or true. An IBAN can stand for it. */
export function accountNumberError(text: string, iban: string): true | Text {
  const number = normalizeNumber(text)
  if (number === '') return iban.trim() !== '' || t(ACCOUNT_REQUIRED_TEXT)
  return isAccountNumber(number) || t(ACCOUNT_NUMBER_TEXT)
}

/** In groups of four, as on paper. What is no IBAN stays as it is. */
export const formatIban = (text: string): string =>
  ibanError(text) === true ? (friendlyFormatIBAN(normalizeNumber(text)) ?? text) : text
