const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (value: number) => String(value).padStart(2, '0')

const dayOf = (date: Date) => `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`

/** 'Jan 5, 2026 15:04', in the browser's time zone. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  return `${dayOf(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** 'Jan 5, 2026' */
export const formatDay = (iso: string) => dayOf(new Date(iso))
