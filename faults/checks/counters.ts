import type { Sample } from '../clients/counter-monitor.ts'
import type { History } from '../history.ts'

/** A counter of wrong PINs falls when the right one was used, and never by itself. */
export function checkCounters(history: History, samples: readonly Sample[]): void {
  const used = new Map<string, { from: number; to: number }[]>()
  for (const { kind, personId, startedAt: begunAt, endedAt } of history.operations)
    if (kind === 'right secret')
      used.set(personId, [...(used.get(personId) ?? []), { from: begunAt, to: endedAt || Number.POSITIVE_INFINITY }])
  const before = new Map<string, { attempts: number; from: number }>()
  for (const { from: lookedFrom, to: lookedTo, attempts } of samples)
    for (const [personId, count] of attempts) {
      const last = before.get(personId)
      before.set(personId, { attempts: count, from: lookedFrom })
      if (!last || count >= last.attempts) continue
      const reason = used.get(personId)?.some(({ from, to }) => from <= lookedTo && to >= last.from)
      if (!reason) history.report('PIN counters', `${personId}: from ${last.attempts} to ${count} wrong PINs by itself`)
    }
}
