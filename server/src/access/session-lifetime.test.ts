import { expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { hashToken } from './session.ts'
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS, isAlive, whereAlive } from './session-lifetime.ts'
import { startSession } from './start-session.ts'

const bank = useBank()

test('isAlive and its SQL condition agree around both limits', async () => {
  const { id } = await bank.person()
  const startedAt = new Date('2026-01-05T08:00:00Z')
  const tokenHash = hashToken(await startSession(bank.sql, id, startedAt, { userAgent: '', address: '' }))
  const expiresAt = new Date(startedAt.getTime() + ABSOLUTE_LIMIT_MS)
  const results: boolean[] = []
  for (const lastSeenAt of [startedAt, new Date(expiresAt.getTime() - 60_000)]) {
    await bank.sql`update sessions set last_seen_at = ${lastSeenAt} where token_hash = ${tokenHash}`
    for (const limit of [lastSeenAt.getTime() + IDLE_LIMIT_MS, expiresAt.getTime()])
      for (const at of [-1, 0, 1].map((offsetMs) => new Date(limit + offsetMs))) {
        const rows =
          await bank.sql`select 1 from sessions s where token_hash = ${tokenHash} and ${whereAlive(bank.sql, at)}`
        expect([at, rows.length === 1]).toEqual([at, isAlive({ expiresAt, lastSeenAt }, at)])
        results.push(rows.length === 1)
      }
  }
  expect(results).toEqual([true, ...Array(5).fill(false), false, false, false, true, false, false])
})

test('an ended session is not alive in SQL', async () => {
  const { token } = await bank.person()
  await bank.sql`update sessions set ended_at = ${bank.now()} where token_hash = ${hashToken(token)}`
  const alive = await bank.sql`
    select 1 from sessions s where token_hash = ${hashToken(token)} and ${whereAlive(bank.sql, bank.now())}`
  expect(alive).toHaveLength(0)
})
