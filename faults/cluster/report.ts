export type Outage = {
  fault: string
  /** The longest time without an acknowledged transfer. */
  seconds: number
  /** From the end of the fault until three machines are in step again. */
  settledSeconds: number
  /** Requests that were answered with 503, and those without an answer. */
  unavailable: number
  broken: number
  slowestSeconds: number
}

const HEADINGS = ['fault', 'without service', 'in step again', '503', 'no answer', 'slowest answer']

export function formatOutages(outages: readonly Outage[]): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`
  const rows = outages.map((one) => [
    one.fault,
    seconds(one.seconds),
    seconds(one.settledSeconds),
    String(one.unavailable),
    String(one.broken),
    seconds(one.slowestSeconds),
  ])
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...rows]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}
