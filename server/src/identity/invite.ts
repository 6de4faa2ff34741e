import type { Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { openResetLink } from './password/reset-links.ts'

/** The person may read the email some days later. */
const LIVES_MS = 7 * 86_400_000

type Invitation = {
  personId: string
  /** It is the `email_confirmation_id` of the person, too: a password that is set by the link proves the mailbox. */
  linkId: string
  isStaff: boolean
  at: Date
}

/** A link to set the first password, for who did not register themselves. The caller records the notification. */
export async function invite(tx: Tx, { personId, linkId, isStaff, at }: Invitation): Promise<Notification> {
  await openResetLink(tx, personId, at, { id: linkId, livesMs: LIVES_MS })
  return { personId, kind: 'password.invited', data: { resetId: linkId, isStaff }, at }
}
