import type { Bug } from './bug.ts'

/** A wire is credited twice: by its statement entry, and then on the receipt that the customer submits. */
export const depositBesideEntry: Bug = {
  title: 'A deposit is approved beside a statement entry that it may be',
  caughtBy: ['invariants'],
  says: /beside a deposit that it may be/,
  needs: { kind: 'assign statement entry', count: 12 },
  decide: (decide) => (state, command) => decide({ ...state, doubts: new Map() }, command),
}
