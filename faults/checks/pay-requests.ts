import { type History, isOk } from '../history.ts'
import type { Books } from './effects.ts'

/** A request for a fixed amount was paid once, unless a payment was declined or cancelled, and to whom it was of. */
export function checkPayRequests(history: History, { rows }: Books): void {
  const paid = new Map<string, string>()
  for (const operation of history.operations) {
    const { kind, subjectId, receiverId, results } = operation
    if (kind !== 'request transfer' || !isOk(operation) || !subjectId) continue
    const row = rows.get(results[0]?.transactionId ?? '')
    if (!row || row.status === 'Declined') continue
    if (row.party_id !== receiverId)
      history.report('pay requests', `${row.id} paid someone else than ${subjectId} asks`)
    const before = paid.get(subjectId)
    if (before) history.report('pay requests', `${subjectId} was paid by ${before} and by ${row.id}`)
    paid.set(subjectId, row.id)
  }
}
