import { deleteSessionsEndedBefore } from '../access/end-session.ts'
import { DEVICE_LIFETIME_MS, deleteDevicesUnusedSince } from '../access/known-devices.ts'
import { deleteOldOfficeEvents } from '../authority/office-events.ts'
import { deleteEmailChangesEndedBefore } from '../customers/email-changes.ts'
import { finishErasures } from '../customers/erasure/finish-erasures.ts'
import { deleteUnusedUploads } from '../customers/unused-uploads.ts'
import { deleteSpooledBefore } from '../documents/issuing/spool.ts'
import { deleteAbandonedImports } from '../external-money/statement-import/abandoned-imports.ts'
import type { Deps } from '../http/deps.ts'
import { deleteAttemptsBefore } from '../identity/attempts.ts'
import { deleteResetLinksBefore } from '../identity/password/reset-links.ts'
import { deleteExpiredChallenges } from '../identity/sign-in/challenges.ts'
import { deleteChecksBefore } from '../ledger/check-books.ts'
import { deleteIdempotencyKeysBefore, deleteNotificationsBefore } from '../ledger/erasure/delete-old-records.ts'
import { deleteExpiredAuthorisations } from '../ledger/transfer-authorisations.ts'
import { deletePushesBefore, TIME_TO_LIVE_MS } from '../notifications/push/deliveries.ts'
import { deleteDeliveriesBefore } from '../notifications/webhooks/queues.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long rows live: docs/retention.md says why, and a test compares the two. */
export const LIFETIMES_MS = {
  /** Ended ones, as the list of recent sign-ins and so that the bank can trace a device. */
  sessions: 30 * DAY_MS,
  /** The longest window in which attempts are counted is an hour. */
  attempts: DAY_MS,
  known_devices: DEVICE_LIFETIME_MS,
  /** A file is sent first and referred to by the form, which a person may leave open for a while. */
  uploads: DAY_MS,
  /** Longer than any rendering or download takes. */
  document_spool: HOUR_MS,
  /** Longer than any import takes. */
  staged_statement_lines: HOUR_MS,
  /** Used or expired; a support case may ask when a link was made. */
  password_resets: 30 * DAY_MS,
  email_changes: 30 * DAY_MS,
  /** Longer than any client retries. */
  idempotency: 90 * DAY_MS,
  /** A year of notifications in the bell, and a month more for those who look once a year. */
  outbox: 400 * DAY_MS,
  book_checks: 400 * DAY_MS,
  /** To send an event again, and to find out what a receiver missed. */
  webhook_deliveries: 30 * DAY_MS,
  /** A push service keeps a message no longer. Most are deleted at once, when they are sent. */
  push_deliveries: TIME_TO_LIVE_MS,
} as const

type Cleaning = Pick<Job, 'name' | 'intervalMs' | 'firstRunAfterMs'> & { run: () => Promise<number> }

/** Jobs that delete what is no longer needed. Each returns how many rows it deleted, for the metrics. */
export function createCleanUp(
  { sql, now, log }: Pick<Deps, 'sql' | 'now'> & { log: JobLog },
  every: Record<'tenMinutes' | 'hour', Pick<Job, 'intervalMs' | 'firstRunAfterMs'>>,
): Cleaning[] {
  const before = (table: keyof typeof LIFETIMES_MS) => new Date(now().getTime() - LIFETIMES_MS[table])
  const often = (name: string, run: () => Promise<number>): Cleaning => ({ name, ...every.tenMinutes, run })
  /** For a search through a whole table. */
  const hourly = (name: string, run: () => Promise<number>): Cleaning => ({ name, ...every.hour, run })
  return [
    often('delete old sessions', () => deleteSessionsEndedBefore(sql, before('sessions'))),
    often('delete old office events', () => deleteOldOfficeEvents(sql, now())),
    often('delete old attempts', () => deleteAttemptsBefore(sql, before('attempts'))),
    often('delete old known devices', () => deleteDevicesUnusedSince(sql, before('known_devices'))),
    hourly('delete unused uploads', () => deleteUnusedUploads(sql, before('uploads'))),
    often('delete spooled documents', () => deleteSpooledBefore(sql, before('document_spool'))),
    hourly('delete abandoned imports', () => deleteAbandonedImports(sql, before('staged_statement_lines'))),
    often('delete expired challenges', () => deleteExpiredChallenges(sql, now())),
    often('delete expired authorisations', () => deleteExpiredAuthorisations(sql, now())),
    hourly('delete old reset links', () => deleteResetLinksBefore(sql, before('password_resets'))),
    hourly('delete old email changes', () => deleteEmailChangesEndedBefore(sql, before('email_changes'))),
    hourly('delete old idempotency keys', () => deleteIdempotencyKeysBefore(sql, before('idempotency'))),
    hourly('delete old notifications', () => deleteNotificationsBefore(sql, before('outbox'))),
    hourly('delete old verifications of the books', () => deleteChecksBefore(sql, before('book_checks'))),
    hourly('delete old webhook deliveries', () => deleteDeliveriesBefore(sql, before('webhook_deliveries'))),
    hourly('delete old pushes', () => deletePushesBefore(sql, before('push_deliveries'))),
    hourly('finish erasures', () =>
      finishErasures(sql, now(), (personId, err) => log.error({ personId, err }, 'erasure failed')),
    ),
  ]
}
