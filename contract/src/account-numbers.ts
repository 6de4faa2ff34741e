import { msg } from './text-id.ts'

/* Account numbers, IBANs and BICs as people write them. No schemas in this file: pages load it, too. */

/** Spaces, dots, and dashes of every length: people group long numbers with them. */
export const SEPARATORS = '\\s.\\u002D\\u2010-\\u2015\\u2212'
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'gu')

/** The form in which numbers are stored and compared. Only ASCII letters become capitals: `ı` must not become an I. */
export const normalizeNumber = (text: string): string =>
  text.replace(SEPARATOR, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** An IBAN, BIC or number that was stored as it was typed, as files carry it and as it is compared: letters and digits, in capitals. */
export const compactNumber = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** A payment file carries no longer numbers. */
export const MAX_ACCOUNT_NUMBER = 34
export const ACCOUNT_REQUIRED_TEXT = msg('Account number is required.')
export const ACCOUNT_NUMBER_TEXT = msg('An account number has letters and digits only, at most 34.')
/** It expects a normalised number. */
export const isAccountNumber = (text: string): boolean => /^[0-9A-Z]+$/.test(text) && text.length <= MAX_ACCOUNT_NUMBER

/** The number that a search means, where it was typed in groups: '6424 296 447'. Null: search for the text as it is. */
export function searchedNumber(text: string): string | null {
  const number = normalizeNumber(text)
  return number !== text && isAccountNumber(number) && /\d/.test(number) ? number : null
}

/** The form in which names of banks are compared: without case, accents, spaces and punctuation. */
export const foldBankName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The folded names by which people call a bank. */
export const bankNamesOf = ({ name, legalName }: { name: string; legalName: string }): string[] =>
  [name, legalName].map(foldBankName).filter(Boolean)
