import { composeIBAN } from 'ibantools'

/** The forms in which files name an account: an IBAN, with or without separators, or bank code and number. */
export function accountAliases(number: string): string[] {
  const plain = number.toUpperCase().replace(/[^A-Z0-9/]/g, '')
  const german = /^(\d{8})\/(\d{1,10})$/.exec(plain)
  const iban = german && germanIban(german[1] ?? '', german[2] ?? '')
  if (german) return iban ? [plain, iban] : [plain]
  return [plain.replaceAll('/', '')]
}

/** ISO 13616: country, check digits, bank code (8) and account number (10). Null with a bank code that no bank has. */
const germanIban = (bankCode: string, accountNumber: string): string | null =>
  composeIBAN({ countryCode: 'DE', bban: bankCode + accountNumber.padStart(10, '0') })

/** The one account that a file means, or null. */
export function findAccount<A extends { number: string }>(accounts: readonly A[], number: string): A | null {
  const exact = accounts.find((account) => account.number === number)
  if (exact) return exact
  const wanted = accountAliases(number)
  const found = accounts.filter((account) => accountAliases(account.number).some((alias) => wanted.includes(alias)))
  const named = found.length > 0 ? found : accounts.filter((account) => hasNumber(account.number, number))
  return named.length === 1 ? (named[0] ?? null) : null
}

const SHORTEST_NUMBER = 8
const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

/** The number within its IBAN, which ends with it, or the same number with other leading zeros. */
function hasNumber(known: string, written: string): boolean {
  const [account] = accountAliases(known)
  const [digits] = accountAliases(written)
  if (!account || !digits || !/^\d+$/.test(digits) || withoutZeros(digits).length < SHORTEST_NUMBER) return false
  if (/^\d+$/.test(account)) return withoutZeros(account) === withoutZeros(digits)
  return /^[A-Z]{2}\d{2}/.test(account) && account.endsWith(withoutZeros(digits))
}
