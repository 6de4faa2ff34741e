import type { Sql } from '../../db/connection.ts'
import { Refusal } from '../../http/refusal.ts'

const WINDOW_MS = 15 * 60_000
const MAX_PER_ACCOUNT = 10
const MAX_PER_ADDRESS = 100

type Attempt = { account: string; address: string; at: Date }

/**
 * Every attempt is counted as a failure before the password is looked at, so that parallel guesses can't all slip in
 * under the limit; a right password takes its count back. Counted in the database: the limit holds across servers.
 */
export async function countFailures(
  sql: Sql,
  { account, address, at }: Attempt,
): Promise<{ wasRight: () => Promise<void> }> {
  const [ofAccount, ofAddress] = await Promise.all([
    count(sql, 'login account', account, at),
    count(sql, 'login address', address, at),
  ])
  const over = [
    ofAccount.count > MAX_PER_ACCOUNT ? ofAccount : null,
    ofAddress.count > MAX_PER_ADDRESS ? ofAddress : null,
  ].flatMap((counted) => counted ?? [])
  if (over.length > 0) {
    const until = Math.max(...over.map(({ started_at }) => started_at.getTime() + WINDOW_MS))
    throw new Refusal('too_many', { retryAfterSeconds: Math.max(1, Math.ceil((until - at.getTime()) / 1000)) })
  }
  return {
    wasRight: async () => {
      await Promise.all([takeBack(sql, 'login account', account), takeBack(sql, 'login address', address)])
    },
  }
}

type Counted = { count: number; started_at: Date }

async function count(sql: Sql, scope: string, subject: string, at: Date): Promise<Counted> {
  const windowStart = new Date(at.getTime() - WINDOW_MS)
  const [counted] = await sql<Counted[]>`
    insert into attempts as a (scope, subject, started_at, count) values (${scope}, ${subject}, ${at}, 1)
    on conflict (scope, subject) do update set
      count = case when a.started_at <= ${windowStart} then 1 else a.count + 1 end,
      started_at = case when a.started_at <= ${windowStart} then excluded.started_at else a.started_at end
    returning count, started_at`
  if (!counted) throw new Error('An attempt was not counted')
  return counted
}

async function takeBack(sql: Sql, scope: string, subject: string): Promise<void> {
  await sql`update attempts set count = greatest(count - 1, 0) where scope = ${scope} and subject = ${subject}`
}
