import { newIdAt } from '../platform/runtime/new-id-at.ts'
import type { AuditEntry } from './types.ts'

/** The member of staff of an audit entry, the API key if it was one that made the call, the time and the request. */
export type StaffContext = { actorId: string; apiKey?: AuditKey; at: Date; requestId: string }

type AuditKey = { id: string; name: string }

type AuditDetails = { subjectId: string | null; action: string; before: unknown; after: unknown }

export const auditEntry = ({ actorId, apiKey, at, requestId }: StaffContext, done: AuditDetails): AuditEntry => ({
  id: newIdAt(at),
  actorId,
  at,
  requestId,
  ...done,
  after: withKey(done.after, apiKey),
})

/** Staff answer for their keys, and the entry tells which one it was. */
export const withKey = (after: unknown, key: AuditKey | undefined): unknown =>
  key ? { ...(after as object), apiKey: key.name, apiKeyId: key.id } : after
