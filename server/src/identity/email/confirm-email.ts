import type { Keys } from '../../crypto/keys.ts'
import { readLink } from '../../crypto/signed-links.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { findConfirmationOwner, markEmailConfirmed } from '../../people/email-confirmation.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { Refusal } from '../../runtime/refusal.ts'

/** Confirms the address the link was sent to, if it is still the current one, and returns the id of its owner. */
export async function confirmEmail(sql: Sql, keys: Pick<Keys, 'link'>, token: string, at: Date): Promise<string> {
  const link = readLink(keys.link, 'email confirmation', token, at)
  const personId = link && (await findConfirmationOwner(sql, link))
  if (!personId) throw new Refusal('link_expired')
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!(await markEmailConfirmed(tx, link, at))) throw new Refusal('link_expired')
    await record(tx, { notifications: [{ personId, kind: 'email.confirmed', data: {}, at }] })
  })
  return personId
}
