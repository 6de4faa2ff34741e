import type { SignedLink } from '../../platform/crypto/signed-links.ts'

const LIFETIME_MS = 72 * 3_600_000

/**
 * The link in the email about a sign-in from a new device; its id is the one of the session. Neither a new password nor a
 * new email voids it: the thief could set both, and the owner needs it then.
 */
export const secureLinkOf = (sessionId: string, signedInAt: Date): SignedLink => ({
  id: sessionId,
  expiresAt: new Date(signedInAt.getTime() + LIFETIME_MS),
})
