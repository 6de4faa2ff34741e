const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** 'Jan 5th 25', in the browser's time zone. */
export function transactionDay(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getMonth()]} ${ordinal(date.getDate())} ${twoDigits(date.getFullYear() % 100)}`
}

/** 'Jan 5th 25 - 03:04 pm' */
export function transactionDate(iso: string): string {
  const date = new Date(iso)
  const hours = date.getHours()
  return `${transactionDay(iso)} - ${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'am' : 'pm'}`
}
