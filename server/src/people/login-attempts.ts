import type { Sql } from '../db/connection.ts'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'
import { Refusal } from '../runtime/refusal.ts'
import { type CountedAttempt, countAttempt, type Limit, secondsUntilNextAttempt, undoAttempt } from './attempts.ts'

const WINDOW_MS = 15 * 60_000
export const PER_ACCOUNT: Limit = { scope: 'login account', max: 10, windowMs: WINDOW_MS }
export const PER_ADDRESS: Limit = { scope: 'login address', max: 100, windowMs: WINDOW_MS }

type Attempt = { account: string; address: string; at: Date }

/** As many as are hashed concurrently: queued attempts are not counted yet. */
const runVerification = limitConcurrency(2, 1_000)
const queues = new Map<string, { waiting: number; enter: ReturnType<typeof limitConcurrency> }>()

/**
 * Verifies a password. The attempt is counted as a failure before the check, so that of two hundred parallel guesses only
 * ten are checked; a correct password takes its count back. Attempts at one account run one after the other, and only the
 * running one is counted: correct ones must not block each other.
 */
export function verifyLoginAttempt(sql: Sql, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
  return inQueue(attempt.account, () => runVerification(() => countAndVerify(sql, attempt, verify)))
}

async function countAndVerify(sql: Sql, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
  const { account, address, at } = attempt
  const ofAccount = await countOrRefuse(sql, PER_ACCOUNT, account, at)
  const ofAddress = await countOrRefuse(sql, PER_ADDRESS, address, at, ofAccount)
  const correct = await verify()
  if (correct) await Promise.all([undoAttempt(sql, ofAccount), undoAttempt(sql, ofAddress)])
  return correct
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

async function inQueue<T>(key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { waiting: 0, enter: limitConcurrency(1) }
  queues.set(key, queue)
  queue.waiting++
  try {
    return await queue.enter(work)
  } finally {
    if (--queue.waiting === 0) queues.delete(key)
  }
}
