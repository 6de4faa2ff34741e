import { aboutTheBank, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { deleteChecksBefore } from './check-books.ts'
import { deleteFullChecksBefore } from './full-book-checks.ts'

const DAY_MS = 86_400_000

/** Tables of the ledger without a person. */
export const bankData = {
  bank_statements: aboutTheBank({ holds: 'imported statements', kept: 'for good', why: 'vouchers' }),
  book_checks: aboutTheBank({
    holds: 'results of verifying the books',
    kept: '; the newest stays',
    why: 'trend',
    cleanUp: {
      job: 'delete old verifications of the books',
      lifetimeMs: 400 * DAY_MS,
      every: 'hour',
      run: deleteChecksBefore,
    },
  }),
  full_book_checks: aboutTheBank({
    holds: 'results of full verifications of the books',
    kept: '; the newest stays',
    why: 'trend',
    cleanUp: {
      job: 'delete old full verifications of the books',
      lifetimeMs: 400 * DAY_MS,
      every: 'hour',
      run: deleteFullChecksBefore,
    },
  }),
  closings: aboutTheBank({ holds: 'closed periods of the books', kept: 'for good', why: 'the books' }),
  closing_sums: aboutTheBank({ holds: 'what a closed period has booked', kept: 'for good', why: 'the books' }),
  contra_accounts: aboutTheBank({ holds: 'internal accounts', kept: 'for good', why: 'the books' }),
  contra_movements: aboutTheBank({ holds: 'bookings between internal accounts', kept: 'for good', why: 'the books' }),
  day_totals: aboutTheBank({ holds: 'sums per day', kept: 'for good', why: 'derived from the books' }),
  gl_accounts: aboutTheBank({ holds: 'the chart of accounts', kept: 'for good', why: 'the books' }),
  journal_entries: aboutTheBank({ holds: 'bookings by hand, hash-chained', kept: 'for good', why: 'the books' }),
  journal_head: aboutTheBank({ holds: 'the newest booking by hand', kept: 'for good', why: 'the books' }),
  journal_lines: aboutTheBank({ holds: 'the sides of bookings by hand', kept: 'for good', why: 'the books' }),
  outside_accounts: aboutTheBank({ holds: 'the bank’s accounts at other banks', kept: 'for good', why: 'the books' }),
  payment_run_counter: aboutTheBank({ holds: 'number of the newest run', kept: 'for good', why: 'runs have no gap' }),
  cancelled_payments: aboutTheBank({ holds: 'which payments cancelled runs had', kept: 'for good', why: 'vouchers' }),
  payment_statuses: aboutTheBank({ holds: 'what other banks said of payments', kept: 'for good', why: 'vouchers' }),
  payment_runs: aboutTheBank({ holds: 'files for the bank’s bank', kept: 'for good', why: 'vouchers' }),
  seal_groups: {
    holds: 'hashes',
    kept: 'for good',
    why: 'proof of the books',
    exported: { not: 'Hashes. The proof of each account has those that it needs.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'No person is in it.' },
  },
  sealed_heads: {
    holds: 'hashes',
    kept: 'for good',
    why: 'proof of the books',
    exported: { not: 'Hashes. The proof of each account has those that it needs.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'No person is in it.' },
  },
  seals: {
    holds: 'hashes',
    kept: 'for good',
    why: 'proof of the books',
    exported: { not: 'Published at /.well-known/openteller-seals.json.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'No person is in it.' },
  },
  statement_undos: aboutTheBank({ holds: 'imports that were undone', kept: 'for good', why: 'the books' }),
} satisfies PersonalData
