import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATEMENT_FORMATS, type StatementFormat } from '#contract/documents/statement-formats.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { issueStatement } from './issue-statement.ts'
import { listStatements, readStatement } from './statement.ts'
import { statementRenderers } from './statement-formats.ts'
import { sumStatements } from './statement-sums.ts'

/*
 * Servers of one bank whose clocks are wrong by hours or days. Whatever they book and issue, the closing balance of a month
 * is the opening one of the next, and what the issued file says.
 */

const zone = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: zone } })
const FORMATS = Object.keys(STATEMENT_FORMATS) as StatementFormat[]

async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
  bank.clock.offsetMs = Date.parse(time) - Date.now()
  return work().finally(() => {
    bank.clock.offsetMs = 0
  })
}
/** As a server with this clock issues it. */
const issueAt = (time: string, person: Person, month: string, format: StatementFormat = 'json') =>
  at(time, async () => {
    const statement = await readStatement(bank.sql, { personId: person.id, month }, { at: bank.now(), zone })
    const renderers = statementRenderers(letterheadOf(bank.config))
    return text((await issueStatement(bank, renderers, { statement, format, locale: 'en' })).body)
  })
const listAt = (time: string, person: Person) =>
  listStatements(bank.sql, { personId: person.id }, { at: new Date(time), zone })
const toCents = (amount: number) => BigInt(Math.round(amount * 100))

async function expectAgreement(person: Person, clocks: string[]) {
  for (const clock of clocks) {
    const list = (await listAt(clock, person)).toReversed()
    const [account] = await bank.sql<{ balance: bigint }[]>`select balance from accounts where id = ${person.id}`
    expect(list.at(-1)?.closingCents).toBe(account?.balance)
    for (const [nth, { month, final, openingCents, closingCents, count }] of list.entries()) {
      expect(openingCents).toBe(list[nth - 1]?.closingCents ?? 0n)
      const file = JSON.parse(await issueAt(clock, person, month))
      expect([clock, month, toCents(file.opening), toCents(file.closing), file.count, file.final]).toEqual([
        clock,
        month,
        openingCents,
        closingCents,
        count,
        final,
      ])
      expect(file.transactions).toHaveLength(count)
    }
  }
}

const BEHIND = '2026-04-30T12:00:00Z'
const RIGHT = '2026-05-01T12:00:00Z'

test('what a server books whose clock is behind is in the month after the issued one', async () => {
  const person = await at('2026-04-10T12:00:00Z', () => bank.person({ balanceCents: 100_00n }))
  expect(JSON.parse(await issueAt(RIGHT, person, '2026-04'))).toMatchObject({ closing: 100, count: 1, final: true })
  await at(BEHIND, () => bank.fund(person.id, 7_00n))
  expect(await listAt(RIGHT, person)).toMatchObject([
    { month: '2026-05', openingCents: 100_00n, closingCents: 107_00n, count: 1, final: false },
    { month: '2026-04', closingCents: 100_00n, count: 1, final: true },
  ])
  expect(await listAt(BEHIND, person)).toEqual(await listAt(RIGHT, person))
  const may = JSON.parse(await issueAt(BEHIND, person, '2026-05'))
  expect(may.transactions).toMatchObject([{ number: 2, bookedOn: '2026-05-01' }])
  // A format that was not issued before the late booking ends where the others do.
  for (const format of FORMATS.filter((name) => name !== 'pdf'))
    expect(await issueAt(RIGHT, person, '2026-04', format)).not.toMatch(/\b107(?:\.00)?\b/)
  await expectAgreement(person, [BEHIND, RIGHT])
})

test('a server whose clock is ahead closes the current month, and all other servers go on after it', async () => {
  const [now, ahead] = ['2026-05-20T12:00:00Z', '2026-06-02T12:00:00Z']
  const person = await at('2026-04-10T12:00:00Z', () => bank.person({ balanceCents: 100_00n }))
  await issueAt(ahead, person, '2026-05')
  await at(now, () => bank.fund(person.id, 5_00n))
  await at('2026-04-30T12:00:00Z', () => bank.fund(person.id, 1_00n))
  for (const clock of [now, ahead])
    expect(await listAt(clock, person)).toMatchObject([
      { month: '2026-06', openingCents: 100_00n, closingCents: 106_00n, count: 2, final: false },
      { month: '2026-05', closingCents: 100_00n, count: 0, final: true },
      // Never issued, but nothing can be booked before a closed month.
      { month: '2026-04', closingCents: 100_00n, count: 1, final: true },
    ])
  await expectAgreement(person, [now, ahead])
})

test('first issues at once, while a server that is behind books, agree on where each month ends', async () => {
  const person = await at('2026-03-10T12:00:00Z', () => bank.person({ balanceCents: 1_00n }))
  bank.clock.offsetMs = Date.parse(BEHIND) - Date.now()
  const context = { at: new Date(RIGHT), zone }
  const renderers = statementRenderers(letterheadOf(bank.config))
  const deps = { ...bank, now: () => new Date(RIGHT) }
  const issue = async (month: string, format: StatementFormat) => {
    const statement = await readStatement(bank.sql, { personId: person.id, month }, context)
    return text((await issueStatement(deps, renderers, { statement, format, locale: 'en' })).body)
  }
  const booking = Array.from({ length: 20 }, () => bank.fund(person.id, 1n))
  const months = ['2026-04', '2026-03', '2026-04', '2026-03']
  const files = await Promise.all(months.map((month) => issue(month, 'json')))
  await Promise.all(booking)
  bank.clock.offsetMs = 0
  expect([files[0], files[1]]).toEqual([files[2], files[3]])
  await expectAgreement(person, [BEHIND, RIGHT])
})

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('book', 'book', 'issue', 'sum'),
    passedHours: fc.integer({ min: 1, max: 500 }),
    skewHours: fc.integer({ min: -900, max: 900 }),
    nth: fc.nat(5),
  }),
  { minLength: 4, maxLength: 12 },
)

test('whatever clocks servers have, issued files stay true and months follow each other', async () => {
  const HOUR = 3_600_000
  const opened = Date.parse('2026-02-10T12:00:00Z')
  const property = fc.asyncProperty(steps, async (history) => {
    const person = await at(new Date(opened).toISOString(), () => bank.person({ balanceCents: 1_00n }))
    const files = new Map<string, string>()
    const clocks: string[] = []
    let time = opened
    for (const { kind, passedHours, skewHours, nth } of history) {
      time += passedHours * HOUR
      const clock = new Date(Math.max(opened, time + skewHours * HOUR)).toISOString()
      clocks.push(clock)
      if (kind === 'book') await at(clock, () => bank.fund(person.id, 1n))
      if (kind === 'sum') {
        const beforeSum = await listAt(clock, person)
        await sumStatements(bank.sql, { at: new Date(clock), zone }, 1)
        expect(await listAt(clock, person)).toEqual(beforeSum)
      }
      const final = (await listAt(clock, person)).filter((totals) => totals.final)
      const month = final[nth % (final.length || 1)]?.month
      if (kind !== 'issue' || !month) continue
      const file = await issueAt(clock, person, month)
      expect(file).toBe(files.get(month) ?? file)
      files.set(month, file)
    }
    const [latest = ''] = clocks.sort().reverse()
    await expectAgreement(person, [clocks.at(-1) ?? latest, latest])
    for (const [month, file] of files) expect(await issueAt(latest, person, month)).toBe(file)
  })
  await fc.assert(property, { numRuns: 25, endOnFailure: true, interruptAfterTimeLimit: 20_000 })
}, 60_000)

test('the application can neither move nor remove where a month ended', async () => {
  await expect(bank.sql`update statement_closings set last_number = 0`).rejects.toMatchObject({ code: '42501' })
  await expect(bank.sql`delete from statement_closings`).rejects.toMatchObject({ code: '42501' })
})
