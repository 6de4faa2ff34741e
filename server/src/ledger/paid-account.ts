import { isValidIBAN } from 'ibantools'
import { compactNumber, normalizeNumber } from '#contract/account-numbers.ts'
import type { Reader } from '../platform/db/connection.ts'

/** IBAN2007Identifier: one value that does not fit makes a whole payment file invalid. */
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** The column in the form of `compactNumber`, by which the index `transactions_paid_iban` finds it. */
export const compactColumn = (sql: Reader, column: ReturnType<Reader>) =>
  sql`upper(regexp_replace(${column}, '[^0-9A-Za-z]', '', 'g'))`

export const isIban = (text: string): boolean => IBAN.test(text) && isValidIBAN(text)

/** The IBAN that a payment file pays; empty where it pays the account number. Customers write an IBAN as the account number, too. */
export const paidIbanOf = ({ iban, accountNumber }: { iban: string; accountNumber: string }): string =>
  [iban, accountNumber].map(compactNumber).find(isIban) ?? ''

/** The number by which an account of this bank is found. Payments that were scheduled earlier were stored as they were typed. */
export const payeeNumberOf = ({ accountNumber }: { accountNumber: string }): string => normalizeNumber(accountNumber)
