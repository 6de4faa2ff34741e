import { emailKey } from '#contract/fields.ts'
import { openEmailChange, requireUnreservedEmail } from '../../customers/email-changes.ts'
import { rethrowTakenEmail } from '../../customers/person.ts'
import type { Notification } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { voidResetLinks } from '../password/reset-links.ts'
import { voidPinLink } from '../pin/pin-recovery.ts'
import { countConfirmationEmail } from './email-confirmation.ts'

type EmailRow = { email: string; email_confirmation_id: string | null; last_confirmed_email: string | null }

/**
 * The new address is used for logging in at once. Email goes to the last confirmed address until the new one is confirmed;
 * that address is told and can undo the change. Returns the notifications to send. The person must be locked.
 */
export async function changeEmail(tx: Tx, personId: string, newEmail: string, at: Date): Promise<Notification[]> {
  const [before] = await tx<EmailRow[]>`
    select email, email_confirmation_id, last_confirmed_email from people where id = ${personId}`
  if (!before) return []
  const newKey = emailKey(newEmail)
  const lastConfirmed = before.email_confirmation_id === null ? before.email : before.last_confirmed_email
  const isConfirmed = lastConfirmed !== null && emailKey(lastConfirmed) === newKey
  const confirmationId = isConfirmed ? null : newIdAt(at)
  await tx`
    update people
    set email = ${newEmail}, email_key = ${newKey}, email_confirmation_id = ${confirmationId},
        last_confirmed_email = ${isConfirmed ? null : lastConfirmed}, updated_at = ${at}
    where id = ${personId}`.catch(rethrowTakenEmail)
  await requireUnreservedEmail(tx, personId, newKey, at)
  await voidResetLinks(tx, personId, at)
  await voidPinLink(tx, personId)
  const changed = { personId, kind: 'email.changed' as const, at }
  if (isConfirmed) return [{ ...changed, data: { newEmail } }]
  await countConfirmationEmail(tx, personId, at)
  // Without a confirmed address, email went to the current one.
  const oldEmail = lastConfirmed ?? before.email
  const changeId = await openEmailChange(tx, personId, oldEmail, at)
  // Two emails instead of one to both addresses: each is retried by itself.
  return [
    { ...changed, data: { newEmail, confirmationId } },
    { personId, kind: 'email.replaced', data: { oldEmail, newEmail, changeId }, at },
  ]
}
