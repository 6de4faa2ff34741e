import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, type MadeEntry, mt940, statementForm } from '../../../test/statement-files.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

/** Few amounts and texts, so that equal payments are frequent. */
const payment = fc.record({
  day: fc.integer({ min: 1, max: 6 }),
  cents: fc.constantFrom(500, 500, 1_000, -500, -1_200),
  text: fc.constantFrom('Rent', 'Salary'),
})

type Payment = { day: number; cents: number; text: string }

/**
 * In the order of booking. A bank that gives no references leaves one case open: an equal payment on the same day after which
 * the balance is the same again. There the entry has a reference.
 */
function toEntries(payments: readonly Payment[], hasReferences: boolean): MadeEntry[] {
  const seen = new Set<string>()
  let balance = OPENING
  return payments
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, cents, text }, index) => {
      balance += cents
      const key = `${day} ${cents} ${text} ${balance}`
      const isOpen = seen.has(key)
      seen.add(key)
      const reference = hasReferences || isOpen ? `REF${1_000 + index}` : undefined
      return { on: `2026-01-0${day}`, cents, text, reference }
    })
}

const OPENING = 100_000
type Piece = { start: number; end: number; format: 'mt940' | 'camt053' }

/** Pieces that cover the month together: cut anywhere, also within a day, each longer than needed by some entries. */
const split = (length: number) =>
  fc
    .record({
      cuts: fc.array(fc.integer({ min: 0, max: length }), { maxLength: 3 }),
      extra: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 4, maxLength: 4 }),
      order: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    })
    .map(({ cuts, extra, order }) => {
      const ends = [...cuts.sort((a, b) => a - b), length]
      return ends
        .map((end, index) => {
          const [before = 0, after = 0] = extra[index] ?? []
          return {
            start: Math.max(0, (ends[index - 1] ?? 0) - before),
            end: Math.min(length, end + after),
            turn: order[index] ?? 0,
          }
        })
        .sort((a, b) => a.turn - b.turn)
    })

let accounts = 0

/** What is stored after importing the pieces of a month in this order. */
async function importPieces(
  entries: readonly MadeEntry[],
  pieces: readonly Omit<Piece, 'format'>[],
  format: Piece['format'],
) {
  const account = `8800${String(++accounts).padStart(6, '0')}`
  const accountId = await addExternalAccount(admin, account)
  for (const { start, end } of pieces) {
    const openingCents = entries.slice(0, start).reduce((sum, { cents }) => sum + cents, OPENING)
    const on = entries[Math.max(0, start - 1)]?.on ?? '2026-01-01'
    const made = { account, openingCents, entries: entries.slice(start, end), from: on, to: entries[end - 1]?.on ?? on }
    // A period in camt.053 means whole days; these are not.
    const file = format === 'mt940' ? mt940(made) : camt053(camtStatement(made).replace(/<FrToDt>.*<\/FrToDt>/, ''))
    const response = await admin.call('POST', '/admin/bank-statements', statementForm(file))
    expect([response.statusCode, response.json().message]).toEqual([201, undefined])
  }
  const stored = await bank.sql`
    select booked_on::text as booked_on, amount, text, bank_reference, state from bank_statement_lines
    where outside_account_id = ${accountId} order by booked_on, amount, text, bank_reference`
  const [books] = await bank.sql`
    select a.balance, count(m.id)::int as movements from outside_accounts a left join contra_movements m on m.outside_account_id = a.id
    where a.id = ${accountId} group by a.id`
  return { stored, books }
}

/** Two pieces of one day with other entries but the same balances: those are refused, as the same entries with other references. */
function areAmbiguous(entries: readonly MadeEntry[], pieces: readonly Omit<Piece, 'format'>[]): boolean {
  const balanceAt = (end: number) => entries.slice(0, end).reduce((sum, { cents }) => sum + cents, OPENING)
  const days = pieces.flatMap(({ start, end }) => {
    const [first, last] = [entries[start]?.on, entries[end - 1]?.on]
    return start < end && first === last ? [{ start, key: `${first} ${balanceAt(start)} ${balanceAt(end)}` }] : []
  })
  return days.some((a) => days.some((b) => a.start !== b.start && a.key === b.key))
}

test('any split of a month into overlapping files, in any order, gives the same entries and books', async () => {
  const months = fc.array(payment, { minLength: 1, maxLength: 12 }).chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      pieces: split(payments.length),
      hasReferences: fc.boolean(),
      format: fc.constantFrom('mt940' as const, 'camt053' as const),
    }),
  )
  await fc.assert(
    fc.asyncProperty(months, async ({ payments, pieces, hasReferences, format }) => {
      const entries = toEntries(payments, hasReferences)
      fc.pre(!areAmbiguous(entries, pieces))
      const whole = await importPieces(entries, [{ start: 0, end: entries.length }], format)
      expect(whole.stored).toHaveLength(entries.length)
      expect(await importPieces(entries, pieces, format)).toEqual(whole)
    }),
    { numRuns: 15, interruptAfterTimeLimit: 25_000 },
  )
})
