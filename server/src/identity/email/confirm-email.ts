import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { readLink } from '../../platform/crypto/signed-links.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { findConfirmationOwner, markEmailConfirmed } from './email-confirmation.ts'

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
