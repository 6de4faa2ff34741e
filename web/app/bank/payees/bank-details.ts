import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import type { Text } from '#contract/text.ts'
import { IBAN_TEXT, SWIFT_TEXT } from '#contract/texts.ts'
import { t } from '../../shared/i18n/i18n.ts'

/** For numbers and codes of banks: phones then neither correct them nor underline them as misspelt. */
export const CODE_INPUT = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

const TYPED = /^[A-Za-z0-9\s-]*$/
const compact = (text: string) => electronicFormatIBAN(text.trim()) ?? ''

/** Why it is not an IBAN, or true. Empty is fine: the field is optional. The server checks the same. */
export const ibanError = (text: string): true | Text =>
  text.trim() === '' || (TYPED.test(text) && isValidIBAN(compact(text))) || t(IBAN_TEXT)

export const swiftCodeError = (text: string): true | Text =>
  text.trim() === '' || (TYPED.test(text) && isValidBIC(compact(text))) || t(SWIFT_TEXT)

/** In groups of four, as on paper. What is no IBAN stays as it is. */
export const formatIban = (text: string): string =>
  ibanError(text) === true ? (friendlyFormatIBAN(compact(text)) ?? text) : text
