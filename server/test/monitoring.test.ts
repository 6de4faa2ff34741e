import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMetrics } from '../src/http/observation/metrics.ts'

/** No database: names and labels of metrics are registered before the first scrape. */

const read = (path: string) => readFile(new URL(`../../docs/monitoring/${path}`, import.meta.url), 'utf8')

async function scrapeWithoutDatabase(): Promise<string> {
  const metrics = createMetrics()
  const sql = (() => Promise.reject(new Error('no database'))) as never
  const pools = { requests: { use: () => ({ open: 0, busy: 0, waiting: 0, max: 1 }) } as never }
  metrics.addSources({
    sql,
    pools,
    ledger: () => null,
    streams: () => 0,
    secondsSinceWrite: () => 0,
    clockSkewSeconds: () => 0,
    now: () => new Date(),
  })
  return metrics.text()
}

async function knownMetrics(): Promise<string[]> {
  return [...(await scrapeWithoutDatabase()).matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

const namesIn = (expression: string) => expression.match(/\b(?:openteller|http|process|nodejs)_\w+/g) ?? []

test('dashboard and alerts name only metrics that the bank has, and every metric of the bank is in one of them', async () => {
  const known = await knownMetrics()
  const dashboard = JSON.parse(await read('grafana-dashboard.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const alerts = [...(await read('alerts.yml')).matchAll(/^ {8}expr: (.*)$/gm)].map(([, expr]) => expr ?? '')
  const used = [...dashboard.panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr)), ...alerts]
  expect(used.length).toBeGreaterThan(40)
  const names = new Set(used.flatMap(namesIn))
  expect([...names].filter((name) => !known.includes(name))).toEqual([])
  const own = known.filter((name) => name.startsWith('openteller_') && !name.endsWith('_bucket'))
  expect(own.filter((name) => !names.has(name))).toEqual([])
})

test('metrics that are read from the database are missing while it is down, and not 0', async () => {
  const text = await scrapeWithoutDatabase()
  for (const name of ['mail_due', 'outbox_lag_seconds', 'books_wrong_accounts', 'seal_number', 'archive_age_seconds']) {
    expect(text).toContain(`# TYPE openteller_${name} gauge`)
    expect(text).not.toMatch(new RegExp(`^openteller_${name} `, 'm'))
  }
  expect(text).toContain('\nopenteller_event_streams 0\n')
})

test('every alert has a runbook of its name, and every runbook an alert', async () => {
  const text = await read('alerts.yml')
  const alerts = [...text.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => `${name}.md`).sort()
  expect(alerts.length).toBeGreaterThan(10)
  expect((await readdir(new URL('../../docs/monitoring/runbooks', import.meta.url))).sort()).toEqual(alerts)
  const linked = [...text.matchAll(/runbook: docs\/monitoring\/runbooks\/(\w+\.md)/g)].map(([, name]) => name).sort()
  expect(linked).toEqual(alerts)
  for (const name of alerts) {
    const page = await read(`runbooks/${name}`)
    for (const heading of ['## What it means', '## Look at', '## Do'])
      expect([name, page]).toEqual([name, expect.stringContaining(heading)])
    expect(await read('README.md')).toContain(`(runbooks/${name})`)
  }
})
