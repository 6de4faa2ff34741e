import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Person } from '#server/ledger/person.ts'

import type { Bug } from './bug.ts'

/** Longer than a freeze and the next transfer take on a busy machine. */
const LAG_MS = 5_000

/** As a session's cache would answer, instead of the row that the transaction has locked. */
export function cacheStatuses(): typeof LEDGER_STEPS.readState {
  const cache = new Map<string, { status: Person['status']; until: number }>()
  const cached = (id: string, { status }: Person) => {
    const known = cache.get(id)
    if (known && known.until > Date.now()) return known.status
    cache.set(id, { status, until: Date.now() + LAG_MS })
    return status
  }
  return async (...args) => {
    const state = await LEDGER_STEPS.readState(...args)
    const people = [...state.people].map(([id, person]) => [id, { ...person, status: cached(id, person) }] as const)
    return { ...state, people: new Map(people) }
  }
}

export const freezeReadFromCache: Bug = {
  title: 'A freeze is read from a cache instead of under the lock',
  caughtBy: ['standing'],
  says: /freeze|frozen/,
  needs: { kind: 'freeze', count: 12 },
  overrides: { ledger: { readState: cacheStatuses() } },
}
