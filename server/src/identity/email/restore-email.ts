import { emailKey } from '#contract/fields.ts'
import { endEmailChange } from '../../customers/email-changes.ts'
import { rethrowTakenEmail } from '../../customers/person.ts'
import type { SignedLink } from '../../platform/crypto/signed-links.ts'
import type { Tx } from '../../platform/db/connection.ts'

/** A thief may add a passkey first and change the address after it. */
const SUSPECT_MS = 24 * 3_600_000

export type RestoredEmail = {
  email: string
  /** Factors added, a PIN set and payments made since then may be the thief's. */
  suspectSince: Date
}

/**
 * Undoes the change and all later ones, and voids the password. Null: another request was first. The person must be locked.
 */
export async function restoreEmail(
  tx: Tx,
  personId: string,
  change: Pick<SignedLink, 'id'>,
  at: Date,
): Promise<RestoredEmail | null> {
  const undone = await endEmailChange(tx, change, at)
  if (!undone) return null
  const { email, changedAt } = undone
  // Confirmed, because a link was followed there. Only a reset sets the password again.
  await tx`
    update people
    set email = ${email}, email_key = ${emailKey(email)}, email_confirmation_id = null, last_confirmed_email = null,
        password_hash = null, updated_at = ${at}
    where id = ${personId}`.catch(rethrowTakenEmail)
  return { email, suspectSince: new Date(changedAt.getTime() - SUSPECT_MS) }
}
