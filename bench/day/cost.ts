/** CPU time of server and PostgreSQL; bytes of the write-ahead log and of tables with their indexes. */
export type Cost = { serverMs: number; postgresMs: number; walBytes: number; diskBytes: number }
export const NO_COST: Cost = { serverMs: 0, postgresMs: 0, walBytes: 0, diskBytes: 0 }

export const combine = (a: Cost, b: Cost, of: (a: number, b: number) => number): Cost => ({
  serverMs: of(a.serverMs, b.serverMs),
  postgresMs: of(a.postgresMs, b.postgresMs),
  walBytes: of(a.walBytes, b.walBytes),
  diskBytes: of(a.diskBytes, b.diskBytes),
})

export const cpuOf = ({ serverMs, postgresMs }: Cost): number => serverMs + postgresMs

/** What an idle bank uses in the time. Of CPU time only: jobs write no more when the day has more operations. */
const idleCpu = (idle: Cost, seconds: number): Cost => ({
  ...NO_COST,
  serverMs: idle.serverMs * seconds,
  postgresMs: idle.postgresMs * seconds,
})

/**
 * The cost of one of `count` operations that ran by themselves for `seconds`. Bytes are divided and nothing is subtracted
 * from them: what an idle bank writes differs between seconds, and its average can be more than an operation writes.
 */
export const perOperation = (used: Cost, idle: Cost, { count, seconds }: { count: number; seconds: number }): Cost =>
  combine(used, idleCpu(idle, seconds), (all, ofIdle) => Math.max(0, all - ofIdle) / count)

/** Every operation at its own cost, and what the bank uses anyway for as long as the operations really took. */
export function predict<Name extends string>(
  counts: Readonly<Record<Name, number>>,
  costs: Readonly<Record<Name, Cost>>,
  idle: Cost,
  seconds: number,
): Cost {
  let sum = idleCpu(idle, seconds)
  for (const name of Object.keys(counts) as Name[])
    sum = combine(sum, costs[name], (all, one) => all + one * counts[name])
  return sum
}
