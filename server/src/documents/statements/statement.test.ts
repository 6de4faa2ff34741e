import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { listStatements, readStatement } from './statement.ts'

const zone = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: zone } })

/** Runs at a moment of the bank's clock. */
async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
  bank.clock.offsetMs = Date.parse(time) - Date.now()
  return work().finally(() => {
    bank.clock.offsetMs = 0
  })
}

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('reads every month from the opening, by booking date in the bank’s time zone', async () => {
  const person = await at('2026-02-10T12:00:00Z', () => bank.person())
  // Still February in New York; the clocks change on the 8th of March.
  await at('2026-03-01T04:59:59Z', () => bank.fund(person.id, 100_00n))
  await at('2026-04-01T03:59:59Z', () => bank.fund(person.id, 20_00n, new Date('2026-01-01T12:00:00Z')))
  await at('2026-04-01T04:00:01Z', () => bank.fund(person.id, 3_00n))
  const context = { at: new Date('2026-05-02T12:00:00Z'), zone }
  const of = { personId: person.id }
  const list = await listStatements(bank.sql, of, context)
  const row = (month: string, openingCents: bigint, creditsCents: bigint, count: number, final: boolean) => {
    const closingCents = openingCents + creditsCents
    return { month, final, openingCents, creditsCents, debitsCents: 0n, closingCents, count }
  }
  expect(list).toEqual([
    row('2026-05', 123_00n, 0n, 0, false),
    row('2026-04', 120_00n, 3_00n, 1, true),
    row('2026-03', 100_00n, 20_00n, 1, true),
    row('2026-02', 0n, 100_00n, 1, true),
  ])
  for (const expected of list) {
    const { month } = expected
    const { lines, ...statement } = await readStatement(bank.sql, { ...of, month }, context)
    expect(statement).toMatchObject(expected)
    expect(await toArray(lines())).toHaveLength(expected.count)
  }
  const march = await readStatement(bank.sql, { ...of, month: '2026-03' }, context)
  expect(await toArray(march.lines())).toMatchObject([
    { number: 2n, bookedOn: '2026-03-31', valueOn: '2026-01-01', amountCents: 20_00n, balanceAfterCents: 120_00n },
  ])
  for (const month of ['2026-01', '2026-06', '2999-01', '0001-01'])
    await expect(readStatement(bank.sql, { ...of, month }, context)).rejects.toMatchObject({ code: 'not_found' })
})

test('a posting of a server whose clock is behind stays in the month of the posting before it', async () => {
  const person = await at('2026-04-10T12:00:00Z', () => bank.person())
  await at('2026-05-01T04:00:10Z', () => bank.fund(person.id, 5_00n))
  await at('2026-05-01T03:59:50Z', () => bank.fund(person.id, 1_00n))
  const context = { at: new Date('2026-05-02T12:00:00Z'), zone }
  expect(await listStatements(bank.sql, { personId: person.id }, context)).toMatchObject([
    { month: '2026-05', openingCents: 0n, closingCents: 6_00n, count: 2 },
    { month: '2026-04', closingCents: 0n, count: 0 },
  ])
  const { lines } = await readStatement(bank.sql, { personId: person.id, month: '2026-05' }, context)
  expect(await toArray(lines())).toMatchObject([
    { bookedOn: '2026-05-01', balanceAfterCents: 5_00n },
    { bookedOn: '2026-05-01', balanceAfterCents: 6_00n },
  ])
})
