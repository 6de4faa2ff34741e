import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeBankFolder } from './bank-folder.ts'
import { addressOf, spawnBank, stopBank } from './bank-process.ts'

/** The alert rules, run by promtool on series with the names and labels of a real scrape. */

const run = promisify(execFile)
const RULES = fileURLToPath(new URL('../../docs/monitoring/alerts.yml', import.meta.url))
/** What Prometheus adds to each series of the scrape configuration in docs/monitoring/README.md. */
const TARGET = { instance: '10.0.0.11:3000', job: 'openteller' }
const JOB = 'deliver mail'
const MINUTES = 200

type Labels = Record<string, string>
type Series = { name: string; labels: Labels; value: string }

let folder: string
let scraped: Series[]
const missing = await run('promtool', ['--version']).then(
  () => null,
  () => 'promtool is not installed (the Debian package prometheus has it)',
)

afterAll(() => folder && rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Scrapes a bank that was started as an operator does, with a log archive and a refused log-in. */
async function scrapeBank(): Promise<Series[]> {
  folder = await makeBankFolder()
  await mkdir(join(folder, 'backups'), { mode: 0o711 })
  const bank = spawnBank({
    env: { DATA_DIR: folder, BACKUP_DIR: join(folder, 'backups'), DEMO: 'off', LOG_LEVEL: 'warn' },
  })
  try {
    const address = await addressOf(bank)
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ email: 'nobody@people.example', password: 'wrong' })
    expect((await fetch(`${address}/api/auths/login`, { ...json, body })).status).toBe(401)
    const scrape = async () => (await fetch(`${address}/api/metrics`)).text()
    const hasRun = `openteller_job_success_timestamp_seconds{job_name="${JOB}"}`
    await expect.poll(scrape).toContain(hasRun)
    return asPrometheusStores(await scrape())
  } finally {
    await stopBank(bank)
  }
}

/** A label that Prometheus adds itself is renamed in the scrape. */
function asPrometheusStores(text: string): Series[] {
  const lines = [...text.matchAll(/^((?:openteller|http)_\w+)(?:\{(.*)\})? (\S+)$/gm)]
  const series = lines.map(([, name = '', list = '', value = '']) => {
    const given = [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text] as const)
    const labels = Object.fromEntries(
      given.map(([label, text]) => [label in TARGET ? `exported_${label}` : label, text]),
    )
    return { name, labels: { ...labels, ...TARGET }, value }
  })
  return [...series, { name: 'up', labels: TARGET, value: '1' }]
}

/** How a series goes on in a bank where all is well: jobs succeed each minute, requests are fast. */
function healthy({ name, value }: Series): string {
  if (name.endsWith('_timestamp_seconds')) return `0+60x${MINUTES}`
  if (/^http_.*_(count|bucket)$/.test(name)) return `0+100x${MINUTES}`
  return `${value}x${MINUTES}`
}

type Change = {
  name: string
  /** The series that change: those with these labels. */
  where?: Labels
  /** A series that the scrape does not have, like the first one that it has but for these labels. */
  like?: Labels
  values: string
}
type Scenario = { changes: Change[]; minute: number; labels: Labels; summary: string }

const after = (values: string, before = 0) => `${before}x10 ${values}x${MINUTES}`
const requests = 'http_request_duration_seconds_count'
/** The share of all requests, when those of each series are as frequent, and others come on top. */
function percentage(perMinute: number): string {
  const others = 100 * scraped.filter(({ name }) => name === requests).length
  return `${Number(((100 * perMinute) / (others + perMinute)).toPrecision(4))}%`
}

const scenarios: Record<string, () => Scenario> = {
  BooksDoNotBalance: () => ({
    changes: [{ name: 'openteller_books_wrong_accounts', values: after('3') }],
    minute: 20,
    labels: { ...TARGET, severity: 'critical' },
    summary: '3 accounts do not balance',
  }),
  BooksNotVerified: () => ({
    changes: [{ name: 'openteller_books_verified_timestamp_seconds', values: `0x${MINUTES}` }],
    minute: 75,
    labels: { severity: 'warning' },
    summary: 'The books were not verified for an hour',
  }),
  InvariantBreached: () => ({
    changes: [{ name: 'openteller_books_breached_invariant', values: after('7') }],
    minute: 20,
    labels: { severity: 'critical' },
    summary: 'Invariant 7 of the books does not hold',
  }),
  BooksNotFullyVerified: () => ({
    changes: [{ name: 'openteller_books_fully_verified_timestamp_seconds', values: `${-36 * 86_400}x${MINUTES}` }],
    minute: 75,
    labels: { severity: 'warning' },
    summary: 'No full verification of the books for 35 days',
  }),
  SealsStopped: () => ({
    changes: [
      { name: 'openteller_seal_timestamp_seconds', values: `0x${MINUTES}` },
      { name: 'openteller_ledger_commands_total', values: `0+10x${MINUTES}` },
    ],
    minute: 75,
    labels: { severity: 'warning' },
    summary: 'No seal for an hour although the ledger works',
  }),
  DatabaseNotWritable: () => ({
    changes: [{ name: 'openteller_database_seconds_since_write', values: after('30', 1) }],
    minute: 20,
    labels: { ...TARGET, severity: 'critical' },
    summary: `The database of ${TARGET.instance} accepts no writes`,
  }),
  ClockWrong: () => ({
    changes: [{ name: 'openteller_clock_skew_seconds', values: after('-8640000') }],
    minute: 20,
    labels: { ...TARGET, severity: 'critical' },
    summary: `The clock of ${TARGET.instance} is 8.64e+06 s from the database's`,
  }),
  DatabasePoolExhausted: () => ({
    changes: [
      { name: 'openteller_database_connections', where: { pool: 'ledger', state: 'waiting' }, values: after('25') },
    ],
    minute: 20,
    labels: { instance: TARGET.instance, pool: 'ledger', severity: 'warning' },
    summary: 'Requests wait for a connection of the pool ledger',
  }),
  LedgerQueueGrows: () => ({
    changes: [{ name: 'openteller_ledger_queue', values: after('600') }],
    minute: 20,
    labels: { ...TARGET, severity: 'warning' },
    summary: '600 money commands wait for a lane of the ledger',
  }),
  LedgerFails: () => ({
    changes: [{ name: 'openteller_ledger_failures_total', values: after('0+60') }],
    minute: 30,
    labels: { ...TARGET, severity: 'critical' },
    summary: 'Batches of the ledger fail',
  }),
  MailStuck: () => ({
    changes: [{ name: 'openteller_outbox_lag_seconds', values: after('1000') }],
    minute: 30,
    labels: { severity: 'warning' },
    summary: 'The oldest email is unsent for 16m 40s',
  }),
  WebhooksStuck: () => ({
    changes: [{ name: 'openteller_webhook_lag_seconds', values: after('4000') }],
    minute: 30,
    labels: { severity: 'warning' },
    summary: 'The oldest webhook delivery waits for 1h 6m 40s',
  }),
  PushesStuck: () => ({
    changes: [{ name: 'openteller_pushes_due', values: after('150') }],
    minute: 30,
    labels: { severity: 'warning' },
    summary: '150 push notifications are due',
  }),
  ArchiveStuck: () => ({
    changes: [{ name: 'openteller_archive_age_seconds', values: after('700') }],
    minute: 30,
    labels: { severity: 'critical' },
    summary: 'The log of the database was last archived 11m 40s ago',
  }),
  // Every ten minutes, and the first failure is the first sample of its series.
  JobFails: () => ({
    changes: [
      {
        name: 'openteller_job_seconds_count',
        where: { job_name: JOB },
        like: { outcome: 'failed' },
        values: `_x10 ${[1, 2, 3, 4, 5, 6, 7].map((failures) => `${failures}x9`).join(' ')}`,
      },
    ],
    minute: 75,
    labels: { ...TARGET, job_name: JOB, outcome: 'failed', severity: 'warning' },
    summary: `The job ${JOB} fails again and again`,
  }),
  JobMissing: () => ({
    changes: [{ name: 'openteller_job_success_timestamp_seconds', where: { job_name: JOB }, values: `0x${MINUTES}` }],
    minute: 140,
    labels: { job_name: JOB, severity: 'warning' },
    summary: `The job ${JOB} has not succeeded for two hours`,
  }),
  ErrorRate: () => ({
    changes: [{ name: requests, like: { status: '500' }, values: after('0+50') }],
    minute: 30,
    labels: { severity: 'critical' },
    summary: `${percentage(50)} of requests fail`,
  }),
  SlowRequests: () => ({
    changes: ['0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1'].map((le) => ({
      name: 'http_request_duration_seconds_bucket',
      where: { le },
      values: `0x${MINUTES}`,
    })),
    minute: 30,
    labels: { severity: 'warning' },
    summary: 'One request in a hundred takes longer than a second',
  }),
  ClientsLeave: () => ({
    changes: [{ name: requests, like: { status: '499' }, values: after('0+1000') }],
    minute: 30,
    labels: { severity: 'warning' },
    summary: `${percentage(1000)} of clients leave before their response`,
  }),
  ServerDown: () => ({
    changes: [{ name: 'up', values: after('0', 1) }],
    minute: 20,
    labels: { ...TARGET, severity: 'critical' },
    summary: `${TARGET.instance} can't be scraped`,
  }),
  LoginAttack: () => ({
    changes: [{ name: requests, where: { route: '/api/auths/login', status: '401' }, values: after('0+600') }],
    minute: 30,
    labels: { severity: 'warning' },
    summary: 'More than five refused log-ins a second',
  }),
}

const isMatched = ({ name, labels }: Series, change: Change) =>
  name === change.name && Object.entries(change.where ?? {}).every(([label, text]) => labels[label] === text)

/** Like a series in a query: `name{label="text"}`. */
const write = ({ name, labels }: Series) =>
  `${name}{${Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`)}}`

function inputOf(changes: readonly Change[]) {
  const added = changes.flatMap((change) => {
    const model = scraped.find((series) => isMatched(series, change))
    // A rule that names what no server has would never fire.
    if (!model) throw new Error(`No series of the scrape is ${change.name}{${JSON.stringify(change.where)}}`)
    return change.like
      ? [{ series: write({ ...model, labels: { ...model.labels, ...change.like } }), values: change.values }]
      : []
  })
  const replacing = changes.filter(({ like }) => !like)
  const known = scraped.map((series) => ({
    series: write(series),
    values: replacing.find((change) => isMatched(series, change))?.values ?? healthy(series),
  }))
  return [...known, ...added]
}

const names = Object.keys(scenarios)
/** All other alerts are silent at that time. */
const expectAt = (minute: number, firing: string | null, scenario?: Scenario) =>
  names.map((alertname) => ({
    eval_time: `${minute}m`,
    alertname,
    exp_alerts:
      alertname === firing && scenario
        ? [
            {
              exp_labels: scenario.labels,
              exp_annotations: { summary: scenario.summary, runbook: `docs/monitoring/runbooks/${firing}.md` },
            },
          ]
        : [],
  }))

test('each alert fires on the series of a real scrape when it should, and all are silent otherwise', async ({
  skip,
}) => {
  if (missing) skip(missing)
  scraped = await scrapeBank()
  const alerts = [...(await readFile(RULES, 'utf8')).matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(alerts).toEqual(names)
  const tests = [
    { input_series: inputOf([]), alert_rule_test: [5, 75, 140, MINUTES].flatMap((minute) => expectAt(minute, null)) },
    ...Object.entries(scenarios).map(([alert, makeScenario]) => {
      const scenario = makeScenario()
      const rules = [...expectAt(5, null), ...expectAt(scenario.minute, alert, scenario)]
      return { input_series: inputOf(scenario.changes), alert_rule_test: rules }
    }),
  ]
  const file = join(folder, 'alerts.test.json')
  const settings = { rule_files: [RULES], evaluation_interval: '1m' }
  await writeFile(file, JSON.stringify({ ...settings, tests: tests.map((one) => ({ interval: '1m', ...one })) }))
  const { stdout, stderr } = await run('promtool', ['test', 'rules', file]).catch((error) => error)
  expect(stdout + stderr).toMatch(/SUCCESS\n/)
}, 60_000)
