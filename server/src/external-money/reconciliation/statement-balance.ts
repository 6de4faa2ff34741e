/** All entries of one day, by sign. */
export type DaySum = { on: string; amountCents: bigint }

/** Days are 'YYYY-MM-DD'. Some formats have no opening balance. */
export type StatementEnds = {
  id: string
  from: string
  to: string
  openingCents: bigint | null
  closingCents: bigint
  importedAt: Date
}

type KnownEnds = StatementEnds & { openingCents: bigint }
export type Gap = { on: string; statementId: string; amountCents: bigint }

export type StatementBalance = {
  statement: StatementEnds | null
  balanceCents: bigint
  /** What the account had before all entries. */
  opening: Gap | null
  /** Money that moved between two statements and is in no entry. */
  gaps: Gap[]
}

const sum = (days: readonly DaySum[]) => days.reduce((total, { amountCents }) => total + amountCents, 0n)

/**
 * The balance by statements: where the last one ends, and the entries of later days that came without a balance. Statements may
 * overlap, and be imported in any order.
 */
export function statementBalance(given: readonly StatementEnds[], days: readonly DaySum[]): StatementBalance {
  const between = (from: string, before: string) => sum(days.filter(({ on }) => on >= from && on < before))
  const after = (day: string) => sum(days.filter(({ on }) => on > day))
  const withOpening = ({ openingCents, ...statement }: StatementEnds): KnownEnds => ({
    ...statement,
    // Without one, the entries of its days lead to where it ends.
    openingCents: openingCents ?? statement.closingCents - between(statement.from, dayAfter(statement.to)),
  })
  const statements = given.map(withOpening)
  const runs = runsOf(statements).map((run) => endsOf(run, (from, to) => between(from, dayAfter(to))))
  const [first, last] = [runs[0]?.first, runs.at(-1)?.last]
  if (!first || !last) return { statement: null, balanceCents: sum(days), opening: null, gaps: [] }
  const openingCents = first.openingCents - sum(days.filter(({ on }) => on < first.from))
  const gaps = runs.slice(1).map(({ first: next }, index): Gap => {
    const before = runs[index]?.last ?? next
    const entriesCents = between(dayAfter(before.to), next.from)
    const amountCents = next.openingCents - before.closingCents - entriesCents
    return { on: next.from, statementId: next.id, amountCents }
  })
  return {
    statement: last,
    balanceCents: last.closingCents + after(last.to),
    opening: openingCents === 0n ? null : { on: first.from, statementId: first.id, amountCents: openingCents },
    gaps: gaps.filter(({ amountCents }) => amountCents !== 0n),
  }
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Statements that overlap or share a day are one run. Between two runs a statement may be missing. */
function runsOf(statements: readonly KnownEnds[]): KnownEnds[][] {
  const runs: KnownEnds[][] = []
  let until = ''
  for (const statement of statements.toSorted((a, b) => compare(a.from, b.from))) {
    if (statement.from > until) runs.push([])
    runs.at(-1)?.push(statement)
    if (statement.to > until) until = statement.to
  }
  return runs
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Files that split one day; more than that is no day of a bank. */
const MAX_CANDIDATES = 50

/**
 * Several statements can begin or end on the same day, where a file was made during the day: its entries tell which one is the
 * first or last. Else the one that was imported last counts.
 */
function endsOf(statements: readonly KnownEnds[], moved: (from: string, to: string) => bigint) {
  const newest = statements.toSorted((a, b) => b.importedAt.getTime() - a.importedAt.getTime() || compare(b.id, a.id))
  const from = newest.map((statement) => statement.from).reduce((a, b) => (b < a ? b : a))
  const to = newest.map((statement) => statement.to).reduce((a, b) => (b > a ? b : a))
  const firsts = newest.filter((statement) => statement.from === from).slice(0, MAX_CANDIDATES)
  const lasts = newest.filter((statement) => statement.to === to).slice(0, MAX_CANDIDATES)
  const movedCents = moved(from, to)
  const pairs = firsts.flatMap((first) => lasts.map((last) => ({ first, last })))
  const fitting = pairs.find(({ first, last }) => last.closingCents - first.openingCents === movedCents)
  const [pair] = pairs
  if (!pair) throw new Error('No statement to begin or end with')
  return fitting ?? pair
}
