import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { countConfirmationEmail } from './email-confirmation.ts'

/** Sends the confirmation link again, for another seven days; earlier emails stay valid. */
export function resendConfirmation(sql: Sql, personId: string, at: Date): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const [person] = await tx<{ email: string; email_confirmation_id: string }[]>`
      select email, email_confirmation_id from people where id = ${personId} and email_confirmation_id is not null`
    if (!person) return
    await countConfirmationEmail(tx, personId, at)
    const data = { email: person.email, confirmationId: person.email_confirmation_id }
    await record(tx, { notifications: [{ personId, kind: 'email.confirmation_requested', data, at }] })
  })
}
