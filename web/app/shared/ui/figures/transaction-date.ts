import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { formatDate, inEnglish } from '../../i18n/i18n.ts'
import { customerTime, MONTHS, twoDigits } from './dates.ts'

export function ordinal(day: number): Text {
  const teen = day % 100 >= 11 && day % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return verbatim(`${day}${ending}`)
}

/** 'Jan 5th 25', in the browser's time zone. */
export function transactionDay(iso: string): Text {
  const date = new Date(iso)
  if (!inEnglish()) return formatDate(date, { day: 'numeric', month: 'short', year: '2-digit' })
  return verbatim(`${MONTHS[date.getMonth()]} ${ordinal(date.getDate())} ${twoDigits(date.getFullYear() % 100)}`)
}

/** 'Jan 5th 25 - 03:04 pm' */
export const transactionDate = (iso: string) => joinTexts(' - ', transactionDay(iso), customerTime(iso))
