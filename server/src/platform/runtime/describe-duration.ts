const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** '3 hours' or '100 days'. Only a second can be one: shorter units go up to two of the next. */
export function describeDuration(durationMs: number): string {
  const seconds = Math.abs(durationMs) / 1000
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? UNITS[3]
  const count = Math.round(seconds / length)
  return `${count} ${count === 1 ? 'second' : unit}`
}
