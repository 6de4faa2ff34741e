import { setTimeout as sleep } from 'node:timers/promises'
import { emailKey } from '#contract/fields.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { countAttempt, type Limit } from '../../people/attempts.ts'
import { openResetLink } from '../../people/reset-links.ts'

const PER_ACCOUNT: Limit = { scope: 'reset mail', max: 5, windowMs: 3_600_000 }

/** Longer than the work takes, so that how long an answer takes does not tell whether there was any. */
const ANSWER_AFTER_MS = 250

/** Tells nothing: the answer and its time are the same for a known address, an unknown one, and one asked for too often. */
export async function forgotPassword(sql: Sql, email: string, at: Date): Promise<void> {
  await Promise.all([sendLink(sql, emailKey(email), at), sleep(ANSWER_AFTER_MS)])
}

async function sendLink(sql: Sql, key: string, at: Date): Promise<void> {
  // Counted for any address: a limit that only known ones have would tell them apart.
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
