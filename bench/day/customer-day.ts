/**
 * What a customer does on an ordinary day, on average: the assumptions of docs/scale.md. Replace them with your own bank's
 * counts; what an operation costs is measured.
 */
export const OPERATIONS = {
  login: { title: 'log-in with password', perDay: 0.15, calls: ['login'] },
  dashboard: { title: 'dashboard view', perDay: 1, calls: ['profile', 'accounts', 'months', 'newest', 'bell'] },
  transactions: { title: 'page of transactions', perDay: 0.6, calls: ['transactions'] },
  notifications: { title: 'notifications read', perDay: 0.5, calls: ['bell'] },
  instant: { title: 'instant transfer', perDay: 0.2, calls: ['instant'] },
  transfer: { title: 'transfer that staff decide on', perDay: 0.1, calls: ['uniform'] },
  approval: { title: 'approval by staff', perDay: 0.1, calls: ['approve'] },
  credit: { title: 'credit by staff', perDay: 0.05, calls: ['fund'] },
  staff: { title: 'staff’s list of pending transfers', perDay: 0.1, calls: ['staff'] },
} as const satisfies Record<string, { title: string; perDay: number; calls: readonly string[] }>
export type Operation = keyof typeof OPERATIONS
export const OPERATION_ORDER = Object.keys(OPERATIONS) as Operation[]

/** On a salary day every second customer gets a credit before work, and people look and pay twice as often. */
const SALARY_CREDITS = 0.5
const SALARY_HOURS = [5, 6, 7]
const SALARY_FACTOR = 2

/** Relative activity by hour on a Monday: most before work, less at noon and after work. */
const MONDAY = [1, 0.6, 0.4, 0.4, 0.6, 1.5, 4, 8, 10, 8, 6, 5.5, 6.5, 6, 5, 5, 5.5, 6.5, 7, 7, 6, 4.5, 3, 1.8]
export const HOURS = MONDAY.length
const total = MONDAY.reduce((sum, weight) => sum + weight, 0)

/** How often the operation happens in each hour, per customer, on a Monday that is a salary day. */
export function hoursOf(operation: Operation): number[] {
  const { perDay } = OPERATIONS[operation]
  const factor = operation === 'credit' ? 1 : SALARY_FACTOR
  const hours = MONDAY.map((weight) => (perDay * factor * weight) / total)
  if (operation === 'credit')
    for (const hour of SALARY_HOURS) hours[hour] = (hours[hour] ?? 0) + SALARY_CREDITS / SALARY_HOURS.length
  return hours
}

export const perCustomer = (operation: Operation): number => hoursOf(operation).reduce((sum, count) => sum + count, 0)

/** `ms` since midnight of the compressed day. */
export type PlannedOperation = { ms: number; operation: Operation }

/** Independent customers: the requests of an hour come at random times within it. */
export function planDay(customers: number, seconds: number): PlannedOperation[] {
  const hourMs = (seconds * 1_000) / HOURS
  const planned = OPERATION_ORDER.flatMap((operation) =>
    wholeCounts(hoursOf(operation).map((perHour) => perHour * customers)).flatMap((count, hour) =>
      Array.from({ length: count }, () => ({ ms: (hour + Math.random()) * hourMs, operation })),
    ),
  )
  return planned.sort((a, b) => a.ms - b.ms)
}

/** Rounds so that the sum is right too: what an hour has too little, the next one has more. */
function wholeCounts(counts: readonly number[]): number[] {
  let [due, given] = [0, 0]
  return counts.map((count) => {
    due += count
    const next = Math.round(due) - given
    given += next
    return next
  })
}

export function countOperations(planned: readonly PlannedOperation[]): Record<Operation, number> {
  const counts = Object.fromEntries(OPERATION_ORDER.map((name) => [name, 0])) as Record<Operation, number>
  for (const { operation } of planned) counts[operation] += 1
  return counts
}

/** Evenly spread over the time, to measure one operation by itself. */
export const planOnly = (operation: Operation, count: number, seconds: number): PlannedOperation[] =>
  Array.from({ length: count }, (_, nth) => ({ ms: (nth * seconds * 1_000) / count, operation }))

/** A page sends its calls at once. */
export const toCalls = (planned: readonly PlannedOperation[]): { ms: number; kind: string }[] =>
  planned.flatMap(({ ms, operation }) => OPERATIONS[operation].calls.map((kind) => ({ ms: Math.round(ms), kind })))
