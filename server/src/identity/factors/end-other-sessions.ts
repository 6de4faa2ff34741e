import { endSessionsOf } from '../../access/end-session.ts'
import type { Session } from '../../access/session.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { hasSecondFactor, readFactors, writeFactorsChanged } from '../factors.ts'

export type OwnSession = Pick<Session, 'personId' | 'tokenHash'>

/**
 * Before the first factor is added: a session that began elsewhere with the password alone must not keep what now needs two
 * factors. The lock waits for logins under way, and later ones see the factor.
 */
export async function endOtherSessions(tx: Tx, { personId, tokenHash }: OwnSession, at: Date): Promise<void> {
  await tx`select from people where id = ${personId} for no key update`
  if (hasSecondFactor(await readFactors(tx, personId))) return
  await endSessionsOf(tx, personId, at, tokenHash)
  await writeFactorsChanged(tx, personId, at)
}
