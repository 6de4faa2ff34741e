const MINUTE_MS = 60_000

/** 'now', '4 minutes ago', '2 hours ago': sessions live for half a day at most, so it takes no larger units. */
export function timeAgo(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes === 0) return words.format(0, 'second')
  return minutes < 60 ? words.format(-minutes, 'minute') : words.format(-Math.floor(minutes / 60), 'hour')
}
