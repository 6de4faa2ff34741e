import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { IBAN_TEXT, SWIFT_TEXT } from '#contract/texts.ts'
import { type FieldError, Refusal } from '../platform/runtime/refusal.ts'

/** ibantools drops spaces and hyphens only; other alphabets' digits and letters must not become ASCII ones. */
const TYPED = /^[A-Za-z0-9 -]*$/
const compact = (text: string) => electronicFormatIBAN(text) ?? ''

/** Without spaces and in upper case; empty for none. Null: not a valid IBAN. */
export function readIban(text: string): string | null {
  const iban = compact(text)
  return text === '' || (TYPED.test(text) && isValidIBAN(iban)) ? iban : null
}

/** A BIC (ISO 9362) without spaces and in upper case; empty for none. Null: not a valid BIC. */
export function readSwiftCode(text: string): string | null {
  const code = compact(text)
  return text === '' || (TYPED.test(text) && isValidBIC(code)) ? code : null
}

type BankDetails = { iban?: string | undefined; swiftCode?: string | undefined }

/** Formats the given fields, or refuses naming each invalid one. The contract can't check them: it has no packages but zod. */
export function readBankDetails<Details extends BankDetails>(details: Details): Details {
  const [iban, swiftCode] = [readIban(details.iban ?? ''), readSwiftCode(details.swiftCode ?? '')]
  const errors: FieldError[] = []
  if (iban === null) errors.push({ msg: IBAN_TEXT, path: 'iban' })
  if (swiftCode === null) errors.push({ msg: SWIFT_TEXT, path: 'swiftCode' })
  if (errors.length > 0) throw new Refusal('invalid', { errors })
  return {
    ...details,
    ...(details.iban === undefined ? {} : { iban }),
    ...(details.swiftCode === undefined ? {} : { swiftCode }),
  }
}
