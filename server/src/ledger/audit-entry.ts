import { newIdAt } from './new-id-at.ts'
import type { AuditEntry } from './types.ts'

/** Which administrator acts, when, and in which request. */
export type StaffContext = { actorId: string; at: Date; requestId: string }

type Done = { subjectId: string | null; action: string; before: unknown; after: unknown }

export const auditEntry = ({ actorId, at, requestId }: StaffContext, done: Done): AuditEntry => ({
  id: newIdAt(at),
  actorId,
  at,
  requestId,
  ...done,
})
