import { createHash } from 'node:crypto'
import type { Reader } from '../db/connection.ts'

/** How often something may be tried, counted in the database so that the limit holds across servers. */
export type Limit = { scope: string; max: number; windowMs: number }

export type CountedAttempt = { limit: Limit; subject: string; startedAt: Date }

/** Any text is tried as an address, and an index takes only short ones; nor need the table tell who was tried. */
const hashSubject = (subject: string) => createHash('sha256').update(subject).digest('base64url')

/**
 * Counts one attempt, in one statement, so that parallel ones can't all slip in under the limit. Null: there have been too
 * many, and this one is not counted, or knocking at a closed door would keep it closed.
 */
export async function countAttempt(
  sql: Reader,
  limit: Limit,
  subject: string,
  at: Date,
): Promise<CountedAttempt | null> {
  const { scope, max, windowMs } = limit
  // A window that begins in the future was counted by a clock that has been put right since.
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

/** Only from the window it was counted in: a new one has begun without it. */
export async function undoAttempt(sql: Reader, { limit, subject, startedAt }: CountedAttempt): Promise<void> {
  await sql`
    update attempts set count = count - 1
    where scope = ${limit.scope} and subject = ${hashSubject(subject)} and started_at = ${startedAt} and count > 0`
}

export async function clearAttempts(sql: Reader, { scope }: Limit, subject: string): Promise<void> {
  await sql`delete from attempts where scope = ${scope} and subject = ${hashSubject(subject)}`
}

export async function deleteAttemptsBefore(sql: Reader, before: Date): Promise<void> {
  await sql`delete from attempts where started_at < ${before}`
}

/** When the window of too many attempts ends. */
export async function secondsUntilNextAttempt(
  sql: Reader,
  { scope, windowMs }: Limit,
  subject: string,
  at: Date,
): Promise<number> {
  const [counted] = await sql<{ started_at: Date }[]>`
    select started_at from attempts where scope = ${scope} and subject = ${hashSubject(subject)}`
  const until = (counted?.started_at ?? at).getTime() + windowMs
  return Math.max(1, Math.ceil((until - at.getTime()) / 1000))
}
