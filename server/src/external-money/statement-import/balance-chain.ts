/** The days of a statement and its balances. */
export type StatementEnds = { from: string; to: string; opening: bigint; closing: bigint }

/** Whether one balance leads to the other by statements with that day, each of which goes on where one before ended. */
export function leadsTo(from: bigint, to: bigint, day: string, statements: readonly StatementEnds[]): boolean {
  const ofDay = statements.filter((statement) => statement.from <= day && day <= statement.to)
  const reached = new Set([from])
  for (const balance of reached) for (const { opening, closing } of ofDay) if (opening === balance) reached.add(closing)
  return reached.has(to)
}
