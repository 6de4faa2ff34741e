import { type History, isOk } from '../history.ts'
import type { Books } from './effects.ts'

/** A transaction is reversed or returned, at most once, in the tables and for the clients, and by the opposite amount. */
export function checkReversals(history: History, { rows }: Books): void {
  const reversed = new Map<string, string>()
  for (const { id, cents, account_id, status, reverses_id, is_return } of rows.values()) {
    if (reverses_id === null || status === 'Declined') continue
    const [original, other] = [rows.get(reverses_id), reversed.get(reverses_id)]
    if (original?.cents !== -cents || original.account_id !== account_id || original.status !== 'Completed')
      history.report('reversals', `${id} does not fit ${reverses_id}, which it reverses`)
    if (other)
      history.report('reversals', `${reverses_id} was ${is_return ? 'returned' : 'reversed'} by ${other} and by ${id}`)
    reversed.set(reverses_id, id)
  }
  const acknowledged = new Set<string>()
  for (const operation of history.operations) {
    const { kind } = operation
    if ((kind !== 'reverse' && kind !== 'return') || !isOk(operation) || !operation.subjectId) continue
    if (acknowledged.has(operation.subjectId))
      history.report(
        'reversals',
        `${operation.subjectId} was ${kind === 'return' ? 'returned' : 'reversed'} twice, last by ${operation.id}`,
      )
    acknowledged.add(operation.subjectId)
  }
}
