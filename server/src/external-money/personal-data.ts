import { aboutTheBank, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { deleteOldPreviews } from './payment-runs/previews-store.ts'
import { deleteAbandonedImports } from './statement-import/abandoned-imports.ts'

const HOUR_MS = 3_600_000

export const externalMoneyData = {
  csv_mappings: aboutTheBank({ holds: 'columns of bank files', kept: 'until changed', why: 'needed to run' }),
  statement_numbers: aboutTheBank({
    holds: 'which account a number in files means',
    kept: 'until changed',
    why: 'needed to run',
  }),
  payment_run_previews: aboutTheBank({
    holds: 'what a payment run would have paid, as a digest',
    kept: '',
    why: 'a run is what was shown',
    cleanUp: { job: 'delete old previews of payment runs', lifetimeMs: HOUR_MS, every: 'hour', run: deleteOldPreviews },
  }),
  statement_imports: {
    holds: 'progress of imports, and who imports',
    kept: '1 hour',
    why: 'left by crashed servers',
    exported: { not: 'How far imports are, while they run.' },
    erasure: { does: 'expires' },
    reading: { unlogged: 'Work of staff.' },
  },
  staged_statement_lines: {
    holds: 'entries while a file is imported',
    kept: '',
    why: 'left by crashed servers',
    cleanUp: { job: 'delete abandoned imports', lifetimeMs: HOUR_MS, every: 'hour', run: deleteAbandonedImports },
    exported: { not: 'Statements of the bank’s own accounts while they are imported.' },
    erasure: {
      does: 'expires',
    },
    reading: { unlogged: 'No person is in it.' },
  },
} satisfies PersonalData
