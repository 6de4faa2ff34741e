import { isValidBIC, isValidIBAN } from 'ibantools'
import { IBAN_TEXT, SWIFT_TEXT } from '#contract/texts.ts'
import { type FieldError, Refusal } from '../platform/runtime/refusal.ts'

type BankDetails = { accountNumber?: string | undefined; iban?: string | undefined; swiftCode?: string | undefined }

/**
 * Refuses naming each invalid field. The contract has removed the separators; it can't check the rest, because it has no
 * packages but zod.
 */
export function requireBankDetails({ iban, swiftCode }: BankDetails): void {
  const errors: FieldError[] = []
  if (iban && !isValidIBAN(iban)) errors.push({ msg: IBAN_TEXT, path: 'iban' })
  if (swiftCode && !isValidBIC(swiftCode)) errors.push({ msg: SWIFT_TEXT, path: 'swiftCode' })
  if (errors.length > 0) throw new Refusal('invalid', { errors })
}

/** The IBAN stands for the account number where there is none, so that every payee has one. */
export function withAccountNumber<Details extends BankDetails>(details: Details) {
  requireBankDetails(details)
  const { accountNumber = '', iban = '', swiftCode = '' } = details
  return { ...details, accountNumber: accountNumber || iban, iban, swiftCode }
}
