import type { Bug } from './bug.ts'

/** A wire is credited twice: on its receipt and by its statement entry. */
export const doubleCredit: Bug = {
  title: 'A statement entry is booked beside a deposit that it may be',
  caughtBy: ['invariants'],
  says: /beside a deposit that it may be/,
  needs: { kind: 'assign statement entry', count: 12 },
  overrides: { ledger: { readUnclearedDeposits: async () => [] } },
}
