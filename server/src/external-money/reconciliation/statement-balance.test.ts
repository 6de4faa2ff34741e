import { expect, test } from 'vitest'
import { type DaySum, type StatementEnds, statementBalance } from './statement-balance.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)
let imported = 0
const file = (from: number, to: number, openingCents: bigint | null, closingCents: bigint): StatementEnds => ({
  id: `s${++imported}`,
  from: day(from),
  to: day(to),
  importedAt: new Date(imported),
  openingCents,
  closingCents,
})
const days = (...sums: [number, bigint][]): DaySum[] => sums.map(([n, amountCents]) => ({ on: day(n), amountCents }))

test('without a statement the balance is the sum of the entries', () => {
  expect(statementBalance([], days([1, 5n], [2, -2n]))).toEqual({
    statement: null,
    balanceCents: 3n,
    opening: null,
    gaps: [],
  })
})

test('entries before the first balance and after the last one came without a balance', () => {
  const found = statementBalance([file(2, 3, 100n, 110n)], days([1, 40n], [2, 4n], [3, 6n], [4, 7n]))
  expect(found).toMatchObject({ balanceCents: 117n, opening: { amountCents: 60n }, gaps: [] })
})

test('a missing statement is a gap of what it moved; days without entries are none', () => {
  const files = [file(1, 2, 0n, 10n), file(4, 5, 10n, 15n), file(8, 9, 12n, 20n)]
  const found = statementBalance(files, days([1, 10n], [4, 5n], [8, 8n]))
  expect(found.gaps).toMatchObject([{ on: day(8), amountCents: -3n }])
  expect(found.balanceCents).toBe(20n)
})

test('a file without an opening balance begins where its entries lead to its end', () => {
  expect(statementBalance([file(1, 2, null, 30n)], days([1, 10n], [2, 5n]))).toMatchObject({
    balanceCents: 30n,
    opening: { amountCents: 15n },
  })
})

test('any split of a month into overlapping files, in any order and within days, gives the same balance', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor(seed / 65_536) % below
  }
  for (let round = 0; round < 200; round++) {
    const entries = Array.from({ length: 40 }, (_, n) => ({
      on: 1 + Math.floor(n / 2),
      cents: BigInt(random(2_000) - 900),
    }))
    const balances = [50n]
    for (const { cents } of entries) balances.push((balances.at(-1) ?? 0n) + cents)
    const files: StatementEnds[] = []
    for (let start = 0, end = 0; end < entries.length; ) {
      end = Math.min(entries.length, start + 1 + random(12))
      files.push(file(entries[start]?.on ?? 0, entries[end - 1]?.on ?? 0, balances[start] ?? 0n, balances[end] ?? 0n))
      start = Math.max(start, end - random(3))
    }
    const shuffled = files.map((one) => ({ ...one, importedAt: new Date(random(1_000)) })).toSorted(() => random(3) - 1)
    const sums = entries.map(({ on, cents }) => ({ on: day(on), amountCents: cents }))
    expect(statementBalance(shuffled, sums)).toMatchObject({
      balanceCents: balances.at(-1),
      opening: { amountCents: 50n },
      gaps: [],
    })
  }
})
