import type { Tx } from '../../platform/db/connection.ts'

type Decision = { state: 'approved' | 'rejected'; reason: string; decidedBy: string; at: Date }

/** Decides the documents of a Pending person. False: nothing is submitted. The person must be locked. */
export const decideSubmitted = (tx: Tx, personId: string, decision: Decision): Promise<boolean> =>
  decideOpen(tx, personId, 'identity', decision)

/** Decides the request of a verified person for another name. False: there is none. The person must be locked. */
export const decideNameRequest = (tx: Tx, personId: string, decision: Decision): Promise<boolean> =>
  decideOpen(tx, personId, 'name_change', decision)

async function decideOpen(
  tx: Tx,
  personId: string,
  kind: 'identity' | 'name_change',
  { state, reason, decidedBy, at }: Decision,
): Promise<boolean> {
  const decided = await tx`
    update verifications set state = ${state}, reason = ${reason}, decided_by = ${decidedBy}, decided_at = ${at}
    where person_id = ${personId} and state = 'submitted' and kind = ${kind}`
  return decided.count === 1
}
