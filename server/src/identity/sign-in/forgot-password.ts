import { setTimeout as sleep } from 'node:timers/promises'
import { emailKey } from '#contract/fields.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { countAttempt, type Limit } from '../attempts.ts'
import { openResetLink } from '../password/reset-links.ts'

const PER_ACCOUNT: Limit = { scope: 'reset mail', max: 5, windowMs: 3_600_000 }

/** Longer than the work takes, so that the response time does not reveal whether the address is known. */
const ANSWER_AFTER_MS = 250

/** Response and response time are the same for a known, an unknown and a rate-limited address. */
export async function forgotPassword(sql: Sql, email: string, at: Date): Promise<void> {
  await Promise.all([sendLink(sql, emailKey(email), at), sleep(ANSWER_AFTER_MS)])
}

async function sendLink(sql: Sql, key: string, at: Date): Promise<void> {
  // Counted for unknown addresses too: otherwise the limit would reveal which are known.
  if (!(await countAttempt(sql, PER_ACCOUNT, key, at))) return
  await inTransaction(sql, async (tx) => {
    const [person] = await tx<{ id: string }[]>`select id from people where email_key = ${key}`
    if (!person) return
    const { id } = await openResetLink(tx, person.id, at)
    await record(tx, {
      notifications: [{ personId: person.id, kind: 'password.reset_requested', data: { resetId: id }, at }],
    })
  })
}
