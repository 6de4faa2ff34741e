import type { Payee } from '#contract/payments/payees.ts'
import type { Frequency } from '#contract/payments/scheduled-payment-calendar.ts'
import { isolate } from '../../shared/i18n/i18n.ts'
import type { TypedFields } from '../../shared/ui/forms/use-form.ts'

/** What identifies a payee, saved or recent. */
export type PayeeDetails = Omit<Payee, '_id' | 'name'>

/** The fields that identify a payee. */
export const PAYEE_FIELDS = ['accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode'] as const

export const lastDigits = (accountNumber: string) =>
  isolate(accountNumber.length > 4 ? `••${accountNumber.slice(-4)}` : accountNumber)

export const isSameAccount = (one: TypedFields<PayeeDetails>, other: TypedFields<PayeeDetails>) =>
  one.accountNumber === other.accountNumber && one.bankName === other.bankName

/** What the transfer page is opened with from other pages, as the state of the navigation. */
export type Prefill = TypedFields<PayeeDetails> & {
  amountText?: string
  message?: string
  /** The code of the request for money that is paid. */
  payRequest?: string
}
/** `when`: opens the form of a scheduled payment. */
export type TransferPageState = { prefill?: Prefill; when?: Frequency } | null
