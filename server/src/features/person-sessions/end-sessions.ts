import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../http/refusal.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import { type Acting, actOf } from '../../ledger/acting.ts'
import { record } from '../../ledger/record.ts'
import { lockPerson } from '../../people/lock-person.ts'

/** Who is signed in nowhere stays so, and nothing is written down. */
export function endSessions(sql: Sql, acting: Acting, userId: string): Promise<{ ended: number }> {
  return inTransaction(sql, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new Refusal('not_found')
    const ended = await endSessionsOf(tx, userId, acting.at)
    if (ended > 0) {
      const act = { subjectId: userId, action: 'sessions.ended', before: { sessions: ended }, after: { sessions: 0 } }
      await record(tx, { acts: [actOf(acting, act)] })
    }
    return { ended }
  })
}
