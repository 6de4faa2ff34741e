import type { CounterSample } from '../clients/counter-monitor.ts'
import type { History } from '../history.ts'

/** A counter of wrong PINs falls only when the right PIN is used. */
export function checkCounters(history: History, samples: readonly CounterSample[]): void {
  const rightPins = new Map<string, { from: number; to: number }[]>()
  for (const { kind, personId, startedAt, endedAt } of history.operations)
    if (kind === 'right secret') {
      const use = { from: startedAt, to: endedAt || Number.POSITIVE_INFINITY }
      rightPins.set(personId, [...(rightPins.get(personId) ?? []), use])
    }
  const previous = new Map<string, { attempts: number; from: number }>()
  for (const sample of samples)
    for (const [personId, attempts] of sample.attempts) {
      const last = previous.get(personId)
      previous.set(personId, { attempts, from: sample.from })
      if (!last || attempts >= last.attempts) continue
      const explained = rightPins.get(personId)?.some(({ from, to }) => from <= sample.to && to >= last.from)
      if (!explained)
        history.report(
          'PIN counters',
          `${personId}: fell from ${last.attempts} to ${attempts} without use of the right PIN`,
        )
    }
}
