import type { Sql } from '../db/connection.ts'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'
import { Refusal } from '../runtime/refusal.ts'
import { type CountedAttempt, countAttempt, type Limit, secondsUntilNextAttempt, undoAttempt } from './attempts.ts'

const WINDOW_MS = 15 * 60_000
export const PER_ACCOUNT: Limit = { scope: 'login account', max: 10, windowMs: WINDOW_MS }
export const PER_ADDRESS: Limit = { scope: 'login address', max: 100, windowMs: WINDOW_MS }

type Attempt = { account: string; address: string; at: Date }

/** As many as hashing takes at once: whoever waits for it has not been counted yet. */
const atTheDesk = limitConcurrency(2, 1_000)
const lines = new Map<string, { waiting: number; enter: ReturnType<typeof limitConcurrency> }>()

/**
 * One look at a password. It is counted as a failure before it is taken, so that two hundred parallel guesses get ten;
 * a right password takes its count back. In between it must not stand in the way of others who are right, so an account's
 * attempts follow one another, and only those whose turn it is are counted.
 */
export function lookAtPassword(sql: Sql, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  return inLine(attempt.account, () => atTheDesk(() => countedLook(sql, attempt, isRight)))
}

async function countedLook(sql: Sql, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  const { account, address, at } = attempt
  const ofAccount = await countOrRefuse(sql, PER_ACCOUNT, account, at)
  const ofAddress = await countOrRefuse(sql, PER_ADDRESS, address, at, ofAccount)
  const right = await isRight()
  if (right) await Promise.all([undoAttempt(sql, ofAccount), undoAttempt(sql, ofAddress)])
  return right
}

async function countOrRefuse(
  sql: Sql,
  limit: Limit,
  subject: string,
  at: Date,
  before?: CountedAttempt,
): Promise<CountedAttempt> {
  const counted = await countAttempt(sql, limit, subject, at)
  if (counted) return counted
  if (before) await undoAttempt(sql, before)
  throw new Refusal('too_many', { retryAfterSeconds: await secondsUntilNextAttempt(sql, limit, subject, at) })
}

async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { waiting: 0, enter: limitConcurrency(1) }
  lines.set(key, line)
  line.waiting++
  try {
    return await line.enter(work)
  } finally {
    if (--line.waiting === 0) lines.delete(key)
  }
}
