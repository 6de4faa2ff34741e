const MINUTE_MS = 60_000

/** 'now', '4 minutes ago', '2 hours ago': sessions last half a day at most, so larger units are not needed. */
export function timeAgo(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes === 0) return format.format(0, 'second')
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour')
}
