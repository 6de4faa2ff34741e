import { checkDigit } from '../src/ledger/open-account.ts'

export const isAccountNumber = (text: string) => /^\d{10}$/.test(text) && checkDigit(text.slice(0, 9)) === text[9]
