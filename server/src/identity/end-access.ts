import { endSessionsOf } from '../access/end-session.ts'
import { forgetDevices } from '../access/known-devices.ts'
import { revokeApiKeysOf } from '../access/revoke-api-keys.ts'
import type { Tx } from '../platform/db/connection.ts'
import { voidResetLinks } from './password/reset-links.ts'
import { voidPinLink } from './pin/pin-recovery.ts'
import { voidChallenges } from './sign-in/challenges.ts'

/** How many of each were open. */
type AccessCounts = { sessions: number; challenges: number; resetLinks: number; devices: number; apiKeys: number }

/**
 * Ends every open way into an account: sessions, half-finished logins, links to set a password or a PIN, known devices and API keys. The caller holds
 * `lockPerson`, so a login under way is either ended here or sees what has changed. `exceptSession`: the session in which
 * the person acts stays, and so do its device and the API keys, which they can revoke themselves.
 */
export async function endAccess(
  tx: Tx,
  personId: string,
  at: Date,
  exceptSession: Buffer | null = null,
): Promise<AccessCounts> {
  const resetLinks = await voidResetLinks(tx, personId, at)
  await voidPinLink(tx, personId)
  const challenges = await voidChallenges(tx, personId, at)
  const devices = await forgetDevices(tx, personId, exceptSession)
  const apiKeys = exceptSession ? 0 : await revokeApiKeysOf(tx, personId, at)
  const sessions = await endSessionsOf(tx, personId, at, exceptSession)
  return { sessions, challenges, resetLinks, devices, apiKeys }
}
