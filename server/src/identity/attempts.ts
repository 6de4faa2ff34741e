import { createHash } from 'node:crypto'
import type { Reader, TimeInSql } from '../platform/db/connection.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/** How often something may be tried, counted in the database so that the limit holds across servers. */
export type Limit = { scope: string; max: number; windowMs: number }

export type CountedAttempt = { limit: Limit; subject: string; startedAt: Date }

/** Hashed: any text can be tried as an address, index keys must be short, and the table must not reveal addresses. */
const hashSubject = (subject: string) => createHash('sha256').update(subject).digest('base64url')

/**
 * Counts one attempt, in one statement, so that concurrent ones can't exceed the limit. Null: the limit is reached. Such an
 * attempt is not counted, so that retries don't extend the lockout.
 */
export async function countAttempt(
  sql: Reader,
  limit: Limit,
  subject: string,
  at: Date,
): Promise<CountedAttempt | null> {
  const { scope, max, windowMs } = limit
  // A window that starts in the future is void: the clock was wrong and has been corrected since.
  const [from, to] = [new Date(at.getTime() - windowMs), new Date(at.getTime() + windowMs)]
  const [counted] = await sql<{ started_at: Date }[]>`
    insert into attempts as a (scope, subject, started_at, count) values (${scope}, ${hashSubject(subject)}, ${at}, 1)
    on conflict (scope, subject) do update set
      count = case when a.started_at > ${from} and a.started_at < ${to} then a.count + 1 else 1 end,
      started_at = case when a.count > 0 and a.started_at > ${from} and a.started_at < ${to} then a.started_at
                        else excluded.started_at end
    where a.count < ${max} or a.started_at <= ${from} or a.started_at >= ${to}
    returning started_at`
  return counted ? { limit, subject, startedAt: counted.started_at } : null
}

/** As `countAttempt`; refuses with 429 and the seconds to wait when the limit is reached. */
export async function countOrRefuse(sql: Reader, limit: Limit, subject: string, at: Date): Promise<CountedAttempt> {
  const counted = await countAttempt(sql, limit, subject, at)
  if (counted) return counted
  throw new Refusal('too_many', { retryAfterSeconds: await secondsUntilNextAttempt(sql, limit, subject, at) })
}

/** Takes the attempt back from its own window only, never from a later one. */
export async function undoAttempt(sql: Reader, { limit, subject, startedAt }: CountedAttempt): Promise<void> {
  await sql`
    update attempts set count = count - 1
    where scope = ${limit.scope} and subject = ${hashSubject(subject)} and started_at = ${startedAt} and count > 0`
}

export async function clearAttempts(sql: Reader, { scope }: Limit, subject: string): Promise<void> {
  await sql`delete from attempts where scope = ${scope} and subject = ${hashSubject(subject)}`
}

export const deleteAttemptsBefore = (sql: Reader, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select scope, subject from attempts where started_at < ${before} limit ${rows} for update skip locked)
      delete from attempts a using old where a.scope = old.scope and a.subject = old.subject`,
  )

/** Seconds until the current window ends. */
export async function secondsUntilNextAttempt(
  sql: Reader,
  { scope, windowMs }: Limit,
  subject: string,
  at: Date,
): Promise<number> {
  const [counted] = await sql<{ started_at: Date }[]>`
    select started_at from attempts where scope = ${scope} and subject = ${hashSubject(subject)}`
  const until = (counted?.started_at ?? at).getTime() + windowMs
  // A request that waited may be older than the window it is refused in.
  const leftMs = Math.min(windowMs, until - at.getTime())
  return Math.max(1, Math.ceil(leftMs / 1000))
}
