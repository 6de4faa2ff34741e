import { newIdAt } from './new-id-at.ts'
import type { Act } from './types.ts'

/** Which administrator acts, when, and in which request. */
export type Acting = { actorId: string; at: Date; requestId: string }

type Done = { subjectId: string | null; action: string; before: unknown; after: unknown }

export const actOf = ({ actorId, at, requestId }: Acting, done: Done): Act => ({
  id: newIdAt(at),
  actorId,
  at,
  requestId,
  ...done,
})
