/*
 * What the readers of all formats make of a file. Amounts stay exact decimal texts ('-12.5'): how many decimals are
 * allowed is the external account's matter, not the format's.
 */

/** A file that can be read more than once: the first pass finds encoding and format. */
export type FileSource = () => AsyncIterable<Uint8Array>

export type StatementAccount = {
  /** IBAN or account number, without spaces. */
  number: string
  /** Null where the format does not name one. */
  currency: string | null
}

export type StatementBalance = { amount: string; on: string | null }

export type FileEntry = {
  bookedOn: string
  valueOn: string | null
  /** Signed: credits are positive. */
  amount: string
  currency: string | null
  /** The EndToEndId of the payment order, when the other bank handed it on. */
  endToEndId: string | null
  /** The external bank's own reference of the entry. */
  bankReference: string | null
  counterpartyName: string | null
  counterpartyNumber: string | null
  /** Remittance information in one line. */
  text: string
  /** The balance after this entry, where the file has one per entry. */
  balance: string | null
}

/**
 * In the order of the file, so that a file of any length is read in constant memory. A statement is `opened`, then has
 * its period, balances and entries in any order, then is `ended`. Entries may be in either order of time.
 */
export type StatementEvent =
  | { kind: 'opened'; account: StatementAccount }
  /** `wholeDays`: from the beginning of the first day to the end of the last one. */
  | { kind: 'period'; from: string; to: string; wholeDays: boolean }
  | { kind: 'balance'; which: 'opening' | 'closing'; balance: StatementBalance }
  | { kind: 'entry'; entry: FileEntry }
  | { kind: 'ended' }

/**
 * Entries come in groups, as a piece of the file has them: asynchronous iteration over single entries costs more than reading them. Entries
 * before an error come before it, because a preview shows them.
 */
export type StatementEvents = AsyncGenerator<StatementEvent[]>

/** The file can't be read. The message is shown to the person who uploaded it. */
export class StatementFormatError extends Error {
  override name = 'StatementFormatError'
}

/** The file can be read, but its balances and entries contradict each other. */
export class StatementBalanceError extends StatementFormatError {
  override name = 'StatementBalanceError'
}

/** Runs `read`, and adds the place in the file to an error that names none. */
export function atLine<T>(lineNumber: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementFormatError) || /^(?:Line|Row) \d/.test(error.message)) throw error
    throw new StatementFormatError(`Line ${lineNumber}: ${error.message}`)
  }
}

/** One space where the file has line breaks and runs of spaces; control characters dropped. */
export function plainText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

export const textOrNull = (text: string | undefined): string | null => {
  const plain = plainText(text ?? '')
  return plain === '' ? null : plain
}

/** A reference, unless it is a word for none: NOTPROVIDED is what ISO 20022 prescribes where the payer gave none. */
export const referenceOrNull = (text: string | undefined): string | null =>
  text === undefined || /^NO[TN]?[ _-]?(?:PROVIDED|REF)$/i.test(text.trim()) ? null : textOrNull(text)

/** A date that exists, or an error: 2026-02-30 does not. */
export function calendarDate(year: string, month: string, day: string, where: string): string {
  const text = `${year}-${month}-${day}`
  const isShaped = year.length === 4 && month.length === 2 && day.length === 2
  const isDate = isShaped && Number(day) >= 1 && Number(day) <= lengthOfMonth(Number(year), Number(month))
  if (!isDate || year < '1970' || year > '2199') throw new StatementFormatError(`${where}: ${text} is not a date.`)
  return text
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function lengthOfMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : (LENGTHS[month - 1] ?? 0)
}

/** The amount without insignificant zeros, so that '12.50' and '12,5' are one text. */
export function canonicalAmount(whole: string, fraction: string, negative: boolean): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/0+$/, '')
  const amount = decimals === '' ? digits : `${digits}.${decimals}`
  return negative && amount !== '0' ? `-${amount}` : amount
}

export const negated = (amount: string): string =>
  amount === '0' ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

/** No format has more decimals. */
const DECIMALS = 5

/** In hundred-thousandths, for exact sums before the currency is known. */
export function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  return amount.startsWith('-') ? -units : units
}

export function fromUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0')
  return canonicalAmount(digits.slice(0, -DECIMALS), digits.slice(-DECIMALS), units < 0n)
}

export const addAmounts = (a: string, b: string): string => fromUnits(toUnits(a) + toUnits(b))
