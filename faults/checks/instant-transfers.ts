import { type History, isInstant } from '../history.ts'
import { INSTANT_UP_TO_CENTS } from '../instant-limit.ts'
import type { Books } from './effects.ts'

/** Completed at once: only inside the bank, up to the limit and without a flag; received once, by the payee it was sent to. */
export function checkInstantTransfers(history: History, { rows }: Books): void {
  const received = Map.groupBy(
    [...rows.values()].filter(({ type, origin_id }) => type === 'Deposit' && origin_id !== null),
    ({ origin_id }) => origin_id,
  )
  const instant = history.operations.filter(isInstant)
  for (const { id, cents, receiverId, results } of instant) {
    const report = (what: string) => history.report('instant transfers', `${id}: ${what}`)
    const row = rows.get(results[0]?.transactionId ?? '')
    if (cents > INSTANT_UP_TO_CENTS || receiverId === null)
      report(`${cents} cents to ${receiverId} did not wait for staff`)
    if (row && row.flags !== '') report(`completed at once in spite of ${row.flags}`)
    const [half, ...others] = received.get(row?.id ?? '') ?? []
    if (half?.account_id !== receiverId || half.cents !== cents || !half.posted || others.length > 0)
      report(`received as ${JSON.stringify([half, ...others])}`)
  }
  if (instant.length === 0 && history.operations.some(({ kind }) => kind === 'instant transfer'))
    history.report('instant transfers', 'none was completed at once')
}
