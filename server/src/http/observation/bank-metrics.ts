import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { BatcherUse } from '../../platform/db/batcher.ts'
import type { PoolUse, Sql } from '../../platform/db/connection.ts'
import type { JobObserver } from '../../platform/runtime/job-observer.ts'

/** What the bank's own metrics are read from when they are scraped. */
export type MetricSources = {
  sql: Sql
  pools: Readonly<Record<string, Sql>>
  ledger: () => BatcherUse | null
  streams: () => number
  /** Seconds since the database accepted the last write. */
  secondsSinceWrite: () => number
  /** How far this machine's clock is ahead of the database's. */
  clockSkewSeconds: () => number
  now: () => Date
}

const POOL_FIELDS: readonly (keyof PoolUse)[] = ['open', 'busy', 'waiting', 'max']
const MAX_COUNTED = 10_000

export function registerBankMetrics(registry: Registry, sources: MetricSources): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect: function collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'openteller_database_connections',
    help: 'Connections of each pool: open, busy and allowed; waiting: callers without one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, sql] of Object.entries(sources.pools)) {
        const use = sql.use()
        for (const state of POOL_FIELDS) this.set({ pool, state }, use[state])
      }
    },
  })
  gauge('openteller_database_seconds_since_write', 'Seconds since the database accepted a write of this server.', () =>
    sources.secondsSinceWrite(),
  )
  gauge(
    'openteller_clock_skew_seconds',
    'Seconds that the clock of this server is ahead of the database.',
    sources.clockSkewSeconds,
  )
  gauge('openteller_event_streams', 'Open live event streams.', sources.streams)
  const ledger = (field: keyof BatcherUse) => () => sources.ledger()?.[field] ?? 0
  gauge('openteller_ledger_queue', 'Commands that wait for a lane of the ledger.', ledger('queued'))
  gauge('openteller_ledger_lanes_busy', 'Lanes of the ledger that are committing.', ledger('busyLanes'))
  const total = (name: string, help: string, field: keyof BatcherUse) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(ledger(field)())
      },
    })
  total('openteller_ledger_batches_total', 'Transactions that the ledger committed or failed to.', 'batches')
  total('openteller_ledger_commands_total', 'Commands in those transactions.', 'commands')
  total('openteller_ledger_failures_total', 'Those of them that failed.', 'failures')
  total('openteller_ledger_commit_seconds_total', 'Time that they took, together.', 'seconds')
  registerDatabaseMetrics(registry, sources)
}

type Figures = {
  mail: number
  oldest: number
  pending: number
  seal: number
  sealAt: number
  checkedAt: number
  unbalanced: number
  recheckedAt: number
  fullyCheckedAt: number
  breached: number
  webhooks: number
  webhookLag: number
  pushes: number
  pushDevices: number
  /** Null where PostgreSQL archives nothing. */
  archiveAge: number | null
}

const FROM_DATABASE: readonly [name: string, help: string, field: keyof Figures][] = [
  ['openteller_mail_due', `Emails that are due, at most ${MAX_COUNTED}.`, 'mail'],
  ['openteller_outbox_lag_seconds', 'Age of the oldest email that is due or waits for another attempt.', 'oldest'],
  [
    'openteller_transactions_pending',
    `Transactions that wait for a decision (holds), at most ${MAX_COUNTED}.`,
    'pending',
  ],
  ['openteller_seal_number', 'Number of the newest seal.', 'seal'],
  ['openteller_seal_timestamp_seconds', 'Time of the newest seal.', 'sealAt'],
  ['openteller_books_verified_timestamp_seconds', 'Time of the newest verification of the books.', 'checkedAt'],
  ['openteller_books_wrong_accounts', 'Accounts that did not balance in that verification.', 'unbalanced'],
  [
    'openteller_books_rechecked_timestamp_seconds',
    'Every posting that was verified before this time has been read again since.',
    'recheckedAt',
  ],
  [
    'openteller_books_fully_verified_timestamp_seconds',
    'Time of the newest full verification (`npm run verify`); 0 before the first.',
    'fullyCheckedAt',
  ],
  [
    'openteller_books_breached_invariant',
    'Number of the invariant that did not hold in the newest full verification; 0 when all did.',
    'breached',
  ],
  [
    'openteller_webhook_deliveries_pending',
    `Webhook deliveries that are not sent, at most ${MAX_COUNTED}.`,
    'webhooks',
  ],
  ['openteller_webhook_lag_seconds', 'How long the oldest queue of webhook deliveries is due or fails.', 'webhookLag'],
  ['openteller_pushes_due', `Push notifications that are due, at most ${MAX_COUNTED}.`, 'pushes'],
  ['openteller_push_devices', `Browsers with push notifications, at most ${MAX_COUNTED}.`, 'pushDevices'],
  [
    'openteller_archive_age_seconds',
    'Time since PostgreSQL archived its write-ahead log; missing where it archives nothing.',
    'archiveAge',
  ],
]

/** One query per scrape. While the database is unavailable, these metrics are missing; the others are not. */
function registerDatabaseMetrics(registry: Registry, { sql, now }: MetricSources): void {
  let reading: Promise<Figures | null> | null = null
  const read = () => {
    reading ??= readFigures(sql, now()).catch(() => null)
    setTimeout(() => {
      reading = null
    }, 1_000).unref()
    return reading
  }
  for (const [name, help, field] of FROM_DATABASE)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figure = (await read())?.[field] ?? null
        if (figure !== null) this.set(Number(figure))
        // Not `reset`: it sets 0, which looks like a bank where all is well.
        else this.remove()
      },
    })
}

async function readFigures(sql: Sql, at: Date): Promise<Figures | null> {
  const [row] = await sql<Figures[]>`
    select (select count(*) from (select 1 from outbox where mail_at <= ${at} limit ${MAX_COUNTED}) due) as mail,
      coalesce((select extract(epoch from ${at} - min(created_at)) from (
        select created_at from outbox where mail_at is not null and (mail_at <= ${at} or mail_attempts > 0)
        order by mail_at limit ${MAX_COUNTED}) unsent), 0) as oldest,
      (select count(*) from (select 1 from transactions where status = 'Pending' limit ${MAX_COUNTED}) held) as pending,
      coalesce((select max(number) from seals), 0) as seal,
      coalesce((select extract(epoch from at) from seals where at <= ${sql.now()} order by number desc limit 1), 0) as "sealAt",
      coalesce((select extract(epoch from at) from book_checks where at <= ${sql.now()} order by at desc limit 1), 0) as "checkedAt",
      coalesce((select crooked_accounts from book_checks where at <= ${sql.now()} order by at desc limit 1), 0) as unbalanced,
      coalesce((select extract(epoch from min(rechecked_at)) from account_checks), 0) as "recheckedAt",
      coalesce((select extract(epoch from at) from full_book_checks where at <= ${sql.now()} order by at desc limit 1), 0)
        as "fullyCheckedAt",
      coalesce((select breached from full_book_checks where at <= ${sql.now()} order by at desc limit 1), 0) as breached,
      (select count(*) from (
        select 1 from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.state = 'pending' limit ${MAX_COUNTED}) unsent) as webhooks,
      coalesce((select extract(epoch from ${at} - min(coalesce(q.failing_since, q.due_at)))
        from webhook_queues q join webhooks w on w.id = q.webhook_id
        where (q.due_at <= ${at} or q.failing_since is not null) and not w.paused and w.disabled_at is null), 0) as "webhookLag",
      (select count(*) from (select 1 from push_deliveries where due_at <= ${at} limit ${MAX_COUNTED}) due) as pushes,
      (select count(*) from (select 1 from push_devices limit ${MAX_COUNTED}) devices) as "pushDevices",
      (select extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time()))
        from pg_stat_archiver where current_setting('archive_mode') <> 'off') as "archiveAge"`
  return row ?? null
}

/** Counts attempts by outcome. */
export function createDeliveryObserver(registry: Registry): (outcome: 'delivered' | 'failed') => void {
  const attempts = new Counter({
    name: 'openteller_webhook_attempts_total',
    help: 'Attempts to deliver a webhook.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => attempts.inc({ outcome })
}

/** Counts spans. `lost`: the collector did not take them. */
export function createTraceObserver(registry: Registry): (outcome: 'sent' | 'lost', spans: number) => void {
  const sent = new Counter({
    name: 'openteller_trace_spans_total',
    help: 'Spans of traces that were sent to the collector, or lost.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome, spans) => sent.inc({ outcome }, spans)
}

/** `removed`: the browser can no longer be reached. */
export function createPushObserver(registry: Registry): (outcome: 'delivered' | 'failed' | 'removed') => void {
  const attempts = new Counter({
    name: 'openteller_push_attempts_total',
    help: 'Attempts to send a push notification.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => attempts.inc({ outcome })
}

/** Prometheus adds a label `job` of its own and renames one of ours, so it is called `job_name`. */
export function createJobObserver(registry: Registry): JobObserver {
  const seconds = new Histogram({
    name: 'openteller_job_seconds',
    help: 'Time that runs of background jobs took.',
    labelNames: ['job_name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const succeededAt = new Gauge({
    name: 'openteller_job_success_timestamp_seconds',
    help: 'When the job last succeeded.',
    labelNames: ['job_name'],
    registers: [registry],
  })
  const rowsDeleted = new Counter({
    name: 'openteller_job_rows_deleted_total',
    help: 'Rows that clean-up jobs deleted.',
    labelNames: ['job_name'],
    registers: [registry],
  })
  return (job, { seconds: duration, succeeded, rows }) => {
    const name = { job_name: job }
    seconds.observe({ ...name, outcome: succeeded ? 'ok' : 'failed' }, duration)
    rowsDeleted.inc(name, rows)
    if (succeeded) succeededAt.set(name, Date.now() / 1000)
  }
}
