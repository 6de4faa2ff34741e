import { Journal } from '#server/ledger/core/apply.ts'
import { commitBatch } from '#server/ledger/core/commit-batch.ts'
import { LEDGER_STEPS } from '#server/ledger/core/steps.ts'
import type { Bug } from './bug.ts'

const move = <Value>(from: Map<string, Value>, to: Map<string, Value>) => {
  for (const [key, value] of from) to.set(key, value)
  from.clear()
}

/** The next due day is lost when the server dies in between, so the same day is paid again after the restart. */
export const scheduledPaymentRunsTwice: Bug = {
  title: 'A due day is recorded after its transfer, and paid again after a restart',
  caughtBy: ['scheduled payments'],
  under: 'server killed after the commit of due scheduled payments',
  minFaults: 1,
  needs: { kind: 'scheduled payment', count: 5 },
  overrides: {
    ledger: {
      commitBatch: async (sql, zone, commands, limits, steps = LEDGER_STEPS) => {
        let recordRuns: () => Promise<unknown> = async () => {}
        const outcomes = await commitBatch(sql, zone, commands, limits, {
          ...steps,
          writeRows: async (tx, state, journal) => {
            const later = new Journal()
            move(journal.changedScheduledPayments, later.changedScheduledPayments)
            move(journal.openedRuns, later.openedRuns)
            move(journal.changedRuns, later.changedRuns)
            recordRuns = () => sql.begin((other) => steps.writeRows(other, state, later))
            await steps.writeRows(tx, state, journal)
          },
        })
        await recordRuns().catch(() => {})
        return outcomes
      },
    },
  },
}
