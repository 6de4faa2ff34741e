import { newIdAt } from './new-id-at.ts'
import type { AuditEntry } from './types.ts'

/** The administrator, the time and the request of an audit entry. */
export type StaffContext = { actorId: string; at: Date; requestId: string }

type AuditDetails = { subjectId: string | null; action: string; before: unknown; after: unknown }

export const auditEntry = ({ actorId, at, requestId }: StaffContext, done: AuditDetails): AuditEntry => ({
  id: newIdAt(at),
  actorId,
  at,
  requestId,
  ...done,
})
