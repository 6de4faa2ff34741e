import type { Tx } from '../../platform/db/connection.ts'

type Decision = { state: 'approved' | 'rejected'; reason: string; decidedBy: string; at: Date }

/** Decides what a person has submitted. False: nothing is submitted. The person must be locked. */
export async function decideSubmitted(
  tx: Tx,
  personId: string,
  { state, reason, decidedBy, at }: Decision,
): Promise<boolean> {
  const decided = await tx`
    update verifications set state = ${state}, reason = ${reason}, decided_by = ${decidedBy}, decided_at = ${at}
    where person_id = ${personId} and state = 'submitted'`
  return decided.count === 1
}
