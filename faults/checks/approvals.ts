import { type History, isOk, isRefused } from '../history.ts'
import type { Books } from './effects.ts'

/** Refusals that say nothing about the approval. */
const NOT_ABOUT_APPROVAL = ['insufficient_balance', 'account_frozen', 'receiver_closed']

/** A passkey's approval is used by the one transfer it was signed for, and by none if that transfer was refused. */
export function checkApprovals(history: History, { authorisations }: Books): void {
  const report = (id: string, what: string) => history.report('approvals', `${id}: ${what}`)
  const requested = new Set<string>()
  for (const operation of history.operations) {
    const { id, kind, authorisationIds, results } = operation
    if (kind !== 'passkey transfer') continue
    for (const authorisationId of authorisationIds) requested.add(authorisationId)
    const usedBy = authorisationIds.flatMap((authorisationId) => authorisations.get(authorisationId) ?? [])
    const expected = isOk(operation) ? [results[0]?.transactionId] : []
    if (results.length > 0 && usedBy.join() !== expected.join())
      report(id, `its approval is used by '${usedBy.join()}', expected '${expected.join()}'`)
    if (isRefused(operation) && !NOT_ABOUT_APPROVAL.includes(results[0]?.code ?? ''))
      report(id, `a valid approval was refused with ${results[0]?.code}`)
  }
  for (const [id, transactionId] of authorisations)
    if (transactionId !== null && !requested.has(id)) report(id, `used by ${transactionId}, which no client approved`)
}
