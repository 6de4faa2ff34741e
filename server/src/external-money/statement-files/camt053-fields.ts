import { calendarDate, canonicalAmount, negated, StatementFormatError } from './statement-file.ts'
import { find, textOf, type XmlElement } from './xml-records.ts'

export function signedAmount(element: XmlElement): string {
  const amount = parseAmount(find(element, 'Amt')?.text ?? '')
  const indicator = textOf(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new StatementFormatError('An amount is marked neither as credit nor as debit.')
  return indicator === 'DBIT' ? negated(amount) : amount
}

export function parseAmount(text: string): string {
  const match = /^\+?(\d{0,18})(?:\.(\d{0,5}))?$/.exec(text.trim())
  if (!match || !/\d/.test(text)) throw new StatementFormatError(`'${text.trim().slice(0, 40)}' is not an amount.`)
  return canonicalAmount(match[1] || '0', match[2] ?? '', false)
}

/** `Dt`, or the date of `DtTm` as the bank wrote it; `FrDt` and `FrDtTm` for a period. */
export function dateOf(element: XmlElement, name: string): string | null {
  const below = find(element, name)
  const text = below
    ? (textOf(below, 'Dt') ?? textOf(below, 'DtTm'))
    : (textOf(element, `${name}Dt`) ?? textOf(element, `${name}DtTm`))
  if (text === undefined) return null
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:$|[TZ+-])/.exec(text)
  if (!match) throw new StatementFormatError(`'${text.slice(0, 40)}' is not a date.`)
  return calendarDate(match[1] ?? '', match[2] ?? '', match[3] ?? '', name)
}
