import { z } from 'zod'
import {
  ACCOUNT_NUMBER_TEXT,
  ACCOUNT_REQUIRED_TEXT,
  isAccountNumber,
  MAX_ACCOUNT_NUMBER,
  normalizeNumber,
  SEPARATORS,
} from './account-numbers.ts'
import { hasAtMost, line, tooLong } from './fields.ts'
import { IBAN_TEXT, SWIFT_TEXT } from './texts.ts'

/* Fields for the account of a payee. Each is read without separators and in capitals, so that one account has one number. */

const MAX_TYPED = 64

/** The number is required unless there is an IBAN (`withAccount`). */
export const accountNumber = z
  .string({ error: ACCOUNT_REQUIRED_TEXT })
  .trim()
  .refine(hasAtMost(MAX_TYPED), tooLong('Account number', MAX_TYPED))
  .refine((text) => text === '' || isAccountNumber(normalizeNumber(text)), ACCOUNT_NUMBER_TEXT)
  .transform(normalizeNumber)
  .optional()
  .meta({
    maxLength: MAX_TYPED,
    pattern: `^\\s*$|^(?:[${SEPARATORS}]*[0-9A-Za-z]){1,${MAX_ACCOUNT_NUMBER}}[${SEPARATORS}]*$`,
    description:
      'Letters and digits. Stored without spaces, dashes and dots. May be empty where there is an IBAN, which then stands for it.',
  })

/** Dashes alone are no number, and no empty field. */
const isEmptyOrMore = (text: string) => text === '' || normalizeNumber(text) !== ''

/** The server checks it further: the contract has no packages but zod. */
export const iban = line(MAX_TYPED, 'IBAN')
  .refine(isEmptyOrMore, IBAN_TEXT)
  .transform(normalizeNumber)
  .meta({ format: 'iban', description: 'Checked, and stored without spaces, dashes and dots. Empty: none.' })
export const swiftCode = line(32, 'Swift code')
  .refine(isEmptyOrMore, SWIFT_TEXT)
  .transform(normalizeNumber)
  .meta({ format: 'bic', description: 'Checked (ISO 9362), and stored without spaces, dashes and dots. Empty: none.' })

const HAS_ONE = '[0-9A-Za-z]'
const given = (name: string) => ({ required: [name], properties: { [name]: { pattern: HAS_ONE } } })

/** The field of the account number says that neither is given, in its place among the errors of the form. */
export const withAccount = <Fields, Input>(body: z.ZodType<Fields, Input>) =>
  (z.preprocess(markMissing, body) as unknown as z.ZodType<Fields, Input>).meta({
    anyOf: [given('accountNumber'), given('iban')],
  })

const isBlank = (field: unknown) => field === undefined || (typeof field === 'string' && field.trim() === '')

function markMissing(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { accountNumber, iban } = body as { accountNumber?: unknown; iban?: unknown }
  return isBlank(accountNumber) && isBlank(iban) ? { ...body, accountNumber: null } : body
}
