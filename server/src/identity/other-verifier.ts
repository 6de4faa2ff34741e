import type { StaffContext } from '../ledger/audit-entry.ts'
import { OWN_VERIFICATIONS_MS } from '../ledger/second-person.ts'
import type { Config } from '../platform/config/config.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/**
 * Who created a customer at the desk, or submitted the documents that wait, does not make them Active alone: they could invent a person.
 * A customer of long ago may be unfrozen. The person must be locked.
 */
export async function requireOtherVerifier(
  tx: Tx,
  { fourEyesAboveCents }: Pick<Config, 'fourEyesAboveCents'>,
  { actorId, at }: StaffContext,
  personId: string,
): Promise<void> {
  if (fourEyesAboveCents === null) return
  const [own] = await tx`
    select 1 from people p
    where p.id = ${personId} and (
      (p.created_by_staff = ${actorId}
        and (p.status = 'Pending' or p.created_at > ${new Date(at.getTime() - OWN_VERIFICATIONS_MS)}))
      or exists (
        select 1 from verifications v join verification_documents d on d.verification_id = v.id
        where v.person_id = p.id and v.state = 'submitted' and d.uploaded_by = ${actorId}))`
  if (own) throw new Refusal('second_admin_needed')
}
