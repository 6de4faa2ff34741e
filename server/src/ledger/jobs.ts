import type { Sql } from '../platform/db/connection.ts'
import { EVERY_TEN_MINUTES, HOURLY } from '../platform/jobs/intervals.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'
import { checkBooksIfDue, differenceCents } from './check-books.ts'
import { sumDays } from './day-totals.ts'
import { sealChains } from './proof/seal.ts'

/** Each server has this job; the books need not be verified more often than this. */
const VERIFIED_RECENTLY_MS = 5 * 60_000

type LedgerJobDeps = { sql: Sql; now: () => Date; zone: string; log: JobLog }

export const ledgerJobs = (deps: LedgerJobDeps): Job[] => [
  { name: 'seal chains', ...EVERY_TEN_MINUTES, run: () => sealAndLog(deps) },
  { name: 'verify books', ...EVERY_TEN_MINUTES, run: () => verifyAndLog(deps) },
  { name: 'sum days', ...HOURLY, run: async () => void (await sumDays(deps.sql, deps.now(), deps.zone)) },
]

/** Logged so that an external log store can prove later tampering. */
async function sealAndLog({ sql, now, log }: LedgerJobDeps): Promise<void> {
  const seal = await sealChains(sql, now())
  if (seal) log.info({ seal: String(seal.number), hash: seal.hash, heads: seal.heads }, 'chains sealed')
}

async function verifyAndLog({ sql, log }: LedgerJobDeps): Promise<void> {
  const check = await checkBooksIfDue(sql, VERIFIED_RECENTLY_MS)
  if (check && (differenceCents(check) !== 0n || check.unbalancedAccounts > 0n))
    log.error(
      { difference: String(differenceCents(check)), accounts: String(check.unbalancedAccounts) },
      'books do not balance',
    )
}
