import { deleteAbandonedImports } from '../bank-statements/abandoned-imports.ts'
import { deleteSpooledBefore } from '../documents/spool.ts'
import { deleteOldOfficeEvents } from '../events/office-events.ts'
import type { Deps } from '../http/deps.ts'
import { deleteExpiredChallenges } from '../identity/challenges.ts'
import { checkBooksIfDue, differenceCents } from '../ledger/check-books.ts'
import { sumDays } from '../ledger/day-totals.ts'
import { sealChains } from '../ledger/seal.ts'
import { deleteExpiredAuthorisations } from '../ledger/transfer-authorisations.ts'
import { createMailDelivery } from '../mail/mail-delivery.ts'
import { deleteAttemptsBefore } from '../people/attempts.ts'
import { deleteUnusedUploads } from '../people/unused-uploads.ts'
import { expireProposals } from '../proposals/expire-proposals.ts'
import { deleteSessionsEndedBefore } from '../sessions/end-session.ts'
import { DEVICE_LIFETIME_MS, deleteDevicesUnusedSince } from '../sessions/known-devices.ts'
import type { Job, JobLog } from './run-jobs.ts'
import { runDueOrders } from './run-orders.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Not while the first requests after a start are served. */
const EVERY_TEN_MINUTES = { intervalMs: 10 * MINUTE_MS, firstRunAfterMs: 20 * SECOND_MS }
/** For a search through a whole table. */
const HOURLY = { ...EVERY_TEN_MINUTES, intervalMs: 60 * MINUTE_MS }
/** Each server has this job; the books need not be verified more often than this. */
const VERIFIED_RECENTLY_MS = 5 * MINUTE_MS
/** Ended sessions are kept for a while, as the list of recent sign-ins and so that the bank can trace a device. */
const SESSION_RETENTION_MS = 30 * DAY_MS
/** The longest window in which attempts are counted is an hour. */
const ATTEMPT_RETENTION_MS = DAY_MS

/** A file is sent first and referred to by the form, which a person may leave open for a while. */
const UNUSED_UPLOAD_MS = DAY_MS
/** Longer than any rendering or download takes. */
const SPOOL_RETENTION_MS = 60 * MINUTE_MS

/** Longer than any import takes. */
const IMPORT_RETENTION_MS = 60 * MINUTE_MS

export type JobDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now' | 'ledger'> & {
  log: JobLog
  /** Base URL of the links in emails. */
  origin: string
}

/** All background jobs of the bank. Each must be safe to run on several servers at once. */
export const createJobs = (deps: JobDeps): Job[] => {
  const { sql, now } = deps
  const ago = (ms: number) => new Date(now().getTime() - ms)
  return [
    { name: 'seal chains', ...EVERY_TEN_MINUTES, run: () => sealAndLog(deps) },
    { name: 'verify books', ...EVERY_TEN_MINUTES, run: () => verifyAndLog(deps) },
    { name: 'sum days', ...HOURLY, run: async () => void (await sumDays(sql, now(), deps.ledger.zone)) },
    {
      name: 'delete old sessions',
      ...EVERY_TEN_MINUTES,
      run: () => deleteSessionsEndedBefore(sql, ago(SESSION_RETENTION_MS)),
    },
    { name: 'delete old office events', ...EVERY_TEN_MINUTES, run: () => deleteOldOfficeEvents(sql, now()) },
    {
      name: 'delete old attempts',
      ...EVERY_TEN_MINUTES,
      run: () => deleteAttemptsBefore(sql, ago(ATTEMPT_RETENTION_MS)),
    },
    {
      name: 'delete old known devices',
      ...EVERY_TEN_MINUTES,
      run: () => deleteDevicesUnusedSince(sql, ago(DEVICE_LIFETIME_MS)),
    },
    {
      name: 'delete unused uploads',
      ...HOURLY,
      run: () => deleteUploadsAndLog(deps, ago(UNUSED_UPLOAD_MS)),
    },
    {
      name: 'delete spooled documents',
      ...EVERY_TEN_MINUTES,
      run: async () => void (await deleteSpooledBefore(sql, ago(SPOOL_RETENTION_MS))),
    },
    {
      name: 'delete abandoned imports',
      ...HOURLY,
      run: () => deleteAbandonedImports(sql, ago(IMPORT_RETENTION_MS)),
    },
    { name: 'delete expired challenges', ...EVERY_TEN_MINUTES, run: () => deleteExpiredChallenges(sql, now()) },
    { name: 'delete expired authorisations', ...EVERY_TEN_MINUTES, run: () => deleteExpiredAuthorisations(sql, now()) },
    { name: 'expire proposals', ...EVERY_TEN_MINUTES, run: () => expireAndLog(deps) },
    // At the beginning of a day, and at once for an order that is made for today.
    { name: 'run orders', intervalMs: SECOND_MS, firstRunAfterMs: 0, run: (signal) => runAndLog(deps, signal) },
    // New mail is found by polling an index that is mostly empty.
    { name: 'deliver mail', intervalMs: SECOND_MS, firstRunAfterMs: 0, run: createMailDelivery(deps) },
  ]
}

/** Logged so that an external log store can prove later tampering. */
async function sealAndLog({ sql, now, log }: JobDeps): Promise<void> {
  const seal = await sealChains(sql, now())
  if (seal) log.info({ seal: String(seal.number), hash: seal.hash, heads: seal.heads }, 'chains sealed')
}

async function runAndLog(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const sent = await runDueOrders(deps, signal)
  if (sent > 0) deps.log.info({ sent }, 'scheduled payments made')
}

async function expireAndLog(deps: JobDeps): Promise<void> {
  const count = await expireProposals(deps)
  if (count > 0) deps.log.info({ count }, 'proposals expired')
}

async function deleteUploadsAndLog({ sql, log }: JobDeps, before: Date): Promise<void> {
  const count = await deleteUnusedUploads(sql, before)
  if (count > 0) log.info({ count }, 'unused uploads deleted')
}

async function verifyAndLog({ sql, now, log }: JobDeps): Promise<void> {
  const at = now()
  const check = await checkBooksIfDue(sql, at, new Date(at.getTime() - VERIFIED_RECENTLY_MS))
  if (check && (differenceCents(check) !== 0n || check.crookedAccounts > 0n))
    log.error(
      { difference: String(differenceCents(check)), accounts: String(check.crookedAccounts) },
      'books do not balance',
    )
}
