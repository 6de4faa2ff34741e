import { beforeEach, expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { clearAttempts, countAttempt, secondsUntilNextAttempt, undoAttempt } from './attempts.ts'

const bank = useBank()
let subject: string
let subjects = 0
beforeEach(() => {
  subject = `subject ${++subjects}`
})

const limit = { scope: 'test', max: 5, windowMs: 60_000 }
const START = new Date('2026-01-05T12:00:00Z')
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const attempt = (seconds: number) => countAttempt(bank.sql, limit, subject, at(seconds))
async function fill(seconds = 0) {
  for (let i = 0; i < limit.max; i++) expect(await attempt(seconds)).not.toBeNull()
}

test('counts five of fifty concurrent attempts', async () => {
  const counted = await Promise.all(Array.from({ length: 50 }, () => attempt(0)))
  expect(counted.filter((one) => one !== null)).toHaveLength(5)
})

test('the window starts with the first attempt, and rejected ones don’t extend it', async () => {
  await fill()
  expect(await attempt(59)).toBeNull()
  expect(await secondsUntilNextAttempt(bank.sql, limit, subject, at(59))).toBe(1)
  expect(await attempt(60)).not.toBeNull()
  expect(await secondsUntilNextAttempt(bank.sql, limit, subject, at(60))).toBe(60)
})

test('an undone attempt is not counted', async () => {
  await fill()
  const [first] = await Promise.all([countAttempt(bank.sql, limit, `${subject} other`, at(0)), attempt(1)])
  expect(await attempt(1)).toBeNull()
  if (first) await undoAttempt(bank.sql, { ...first, subject })
  expect(await attempt(2)).not.toBeNull()
  expect(await attempt(2)).toBeNull()
})

test('undoing an attempt of an expired window does not affect the next one', async () => {
  const old = await attempt(0)
  await fill(60)
  if (old) await undoAttempt(bank.sql, old)
  expect(await attempt(61)).toBeNull()
})

test('a window whose attempts were all undone restarts', async () => {
  const only = await attempt(0)
  if (only) await undoAttempt(bank.sql, only)
  await fill(50)
  expect(await attempt(70)).toBeNull()
})

test('a clock that was a month ahead causes no lockout of a month', async () => {
  await fill(30 * 86_400)
  expect(await attempt(0)).not.toBeNull()
})

test('cleared attempts are not counted', async () => {
  await fill()
  await clearAttempts(bank.sql, limit, subject)
  expect(await attempt(1)).not.toBeNull()
})

test('the table does not reveal the tried addresses', async () => {
  await attempt(0)
  expect(await bank.sql`select 1 from attempts a where a::text like '%subject%'`).toHaveLength(0)
})
