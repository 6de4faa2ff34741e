import type { DateOrder } from '#contract/external-money/csv-mapping.ts'
import { calendarDate, canonicalAmount, StatementFormatError } from './statement-file.ts'

const SIGNS = /[\u2212\u2013]/g
const AMOUNT =
  /^(\()?([+-]?)(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})?([+-]?)([\d.,]*\d[.,]?)(?:[A-Z]{3}|\p{Sc}|KR|KČ|ZŁ)?([+-]|CR|DR|C|D|S|H)?(\))?$/u

/** '1.234,56', '1,234.56', '(12.50)', '12.50-', '$ 12.50', '12,50 EUR', '12.50 CR', '12.50 DR' and '12,34,567.00' */
export function parseAmount(text: string, decimal: '.' | ',', where: string): string {
  const plain = text
    .replace(SIGNS, '-')
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .toUpperCase()
  const match = AMOUNT.exec(plain)
  const [, open, sign, innerSign, digits = '', suffix = '', close] = match ?? []
  const thousands = decimal === '.' ? ',' : '.'
  const [grouped = '', fraction = '', ...more] = digits.split(decimal)
  const whole = grouped.replaceAll(thousands, '')
  const isReadable =
    match !== null &&
    more.length === 0 &&
    !(sign && innerSign) &&
    Boolean(open) === Boolean(close) &&
    isGrouped(grouped.split(thousands)) &&
    /^\d{0,5}$/.test(fraction) &&
    whole.length <= 18
  if (!isReadable) throw new StatementFormatError(`${where}: '${text.slice(0, 40)}' is not an amount.`)
  const isNegative = Boolean(open) || [sign, innerSign].includes('-') || ['-', 'DR', 'D', 'S'].includes(suffix)
  return canonicalAmount(whole || '0', fraction, isNegative)
}

/** The last group has three digits; those before have two in India. */
const isGrouped = (groups: readonly string[]): boolean =>
  groups.length === 1 ||
  (groups.at(-1)?.length === 3 && groups.slice(1).every(({ length }) => length === 3 || length === 2))

/** The first three letters of the months in the languages of the files we know, each as the number of the month. */
const MONTHS = new Map(
  [
    'jan ene gen sty',
    'feb fév fev lut',
    'mar mär mrz maa',
    'apr abr avr kwi',
    'may mai mag mei maj maio',
    'jun juin giu cze',
    'jul juil lug lip',
    'aug aoû aou ago sie',
    'sep set wrz',
    'oct okt out ott paź paz',
    'nov lis',
    'dec dez déc dic grd gru',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, String(index + 1)] as const)),
)

const monthOf = (text: string): string | undefined =>
  MONTHS.get(text.slice(0, 4).toLowerCase()) ?? MONTHS.get(text.slice(0, 3).toLowerCase())

/** '2026-01-31', '31.01.2026', '1/31/26', '31 Jan 2026', 'Jan 31, 2026', '20260131', each with a time after it. */
export function parseDate(text: string, order: DateOrder, where: string): string {
  const plain = text.trim().replace(/[T ,]+\d{1,2}[:.]\d\d(?:$|[:.].*$| .*$|[Z+-].*$)/, '')
  const compact = /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/.exec(plain)
  if (compact) return calendarDate(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '', where)
  const written = plain.split(/[-./,\s]+/).filter((part) => part !== '')
  const isMonthFirst = monthOf(written[0] ?? '') !== undefined
  const parts = written.map((part) => monthOf(part) ?? part)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part)))
    throw new StatementFormatError(`${where}: '${text.slice(0, 40)}' is not a date.`)
  const [first = '', second = '', third = ''] = parts
  // A year first or a month in words is unambiguous, whatever the mapping says.
  const isMonthSecond = monthOf(written[1] ?? '') !== undefined
  const actual = first.length === 4 ? 'ymd' : isMonthFirst ? 'mdy' : isMonthSecond && order !== 'ymd' ? 'dmy' : order
  const [year, month, day] =
    actual === 'ymd' ? [first, second, third] : actual === 'dmy' ? [third, second, first] : [third, first, second]
  const fullYear = year.length === 2 ? `20${year}` : year
  return calendarDate(fullYear, month.padStart(2, '0'), day.padStart(2, '0'), where)
}

/** What banks write about a row that moved no money, yet or any more. */
const NOT_BOOKED =
  /vorgemerkt|vormerk|pending|revert|declin|fail|cancel|reject|storn|in bearbeitung|abgelehnt|en attente|pendiente|in behandeling|gereserveerd/i
const BOOKED =
  /^(?:completed?|booked|posted|settled|done|success(?:ful)?|executed|cleared|ausgef[üu]hrt)$|gebucht|verbucht/i

export const isNotBooked = (status: string): boolean => NOT_BOOKED.test(status)

export const isStatus = (text: string): boolean => NOT_BOOKED.test(text) || BOOKED.test(text)
