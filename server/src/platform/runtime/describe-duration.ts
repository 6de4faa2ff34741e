const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** '3 hours' or '100 days'. */
export function describeDuration(durationMs: number): string {
  const seconds = Math.abs(durationMs) / 1000
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? UNITS[3]
  return `${Math.round(seconds / length)} ${unit}`
}
