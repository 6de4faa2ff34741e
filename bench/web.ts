/**
 * `npm run bench:web`: the public pages measured by Lighthouse's mobile preset, and the signed-in pages used on a slow phone, in
 * a real browser, against a bank that this script starts.
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { LISTED_PAGES } from '../contract/src/settings/pages.ts'
import { findBrowser } from '../scripts/find-browser.mjs'
import { gzippedBytes, PUBLIC_SCRIPT_KB } from '../scripts/script-size.ts'
import { withBank } from '../server/test/bank-process.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings } from './report.ts'
import { measureSignedIn } from './web/signed-in.ts'

/** A single run varies with other load on the machine; the median of three is stable. */
const RUNS = 3
const KILO = 1_000

const atLeast = (limit: number) => ({ limit: `≥ ${limit}`, holds: (value: number) => value >= limit })
const noLimit = { limit: '', holds: () => true }
const atMost = (limit: number) => ({ limit: `≤ ${limit}`, holds: (value: number) => value <= limit })

const measures = {
  performance: { ...atLeast(95), of: (result: Result) => score(result, 'performance') },
  accessibility: { ...atLeast(100), of: (result: Result) => score(result, 'accessibility') },
  'best practices': { ...atLeast(100), of: (result: Result) => score(result, 'best-practices') },
  SEO: { ...atLeast(100), of: (result: Result) => score(result, 'seo') },
  'JS KB gz': { ...atMost(PUBLIC_SCRIPT_KB), of: (result: Result) => sum(result, 'Script', scriptBytes) / KILO },
  'fonts KB': {
    ...atMost(120),
    of: (result: Result) => sum(result, 'Font', ({ resourceSize }) => resourceSize) / KILO,
  },
  CLS: { ...atMost(0.02), of: (result: Result) => number(result, 'cumulative-layout-shift') },
  'TBT ms': { ...noLimit, of: (result: Result) => number(result, 'total-blocking-time') },
  'LCP ms': { ...noLimit, of: (result: Result) => number(result, 'largest-contentful-paint') },
  /** Lighthouse's measure of the machine's speed during the run: far below 1000, other processes slowed it. */
  machine: { ...noLimit, of: (result: Result) => result.environment.benchmarkIndex },
}
type Measure = keyof typeof measures

type Request = { url: string; resourceType: string; resourceSize: number; transferSize: number }

const score = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100)
const number = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY

function sum(result: Result, type: string, size: (request: Request) => number): number {
  const details = result.audits['network-requests']?.details
  const requests = (details && 'items' in details ? details.items : []) as unknown as Request[]
  return requests.filter(({ resourceType }) => resourceType === type).reduce((total, item) => total + size(item), 0)
}

const scriptBytes = ({ url }: Request) => gzippedBytes(new URL(url).pathname)

async function visit(url: string): Promise<Result> {
  const root = process.getuid?.() === 0
  const chrome = await launch({
    chromePath: findBrowser() ?? undefined,
    chromeFlags: ['--headless=new', '--disable-background-networking', ...(root ? ['--no-sandbox'] : [])],
  })
  try {
    const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
    const report = await lighthouse(url, { port: chrome.port, onlyCategories, logLevel: 'error' })
    if (!report) throw new Error(`Lighthouse returned no result for ${url}`)
    return report.lhr
  } finally {
    chrome.kill()
  }
}

async function measurePage(url: string, runs: number) {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await visit(url))
  const entries = Object.entries(measures).map(([name, { of }]) => [name, rounded(medianOf(results.map(of)), 3)])
  return { metrics: Object.fromEntries(entries) as Record<Measure, number>, results }
}

/** The failed audits, printed so that the cause of a low score is known. */
function failedAudits(result: Result): string[] {
  return Object.values(result.audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id, title }) => `${id}: ${title}`)
}

async function measure({ quick }: Settings): Promise<Report> {
  const failures: string[] = []
  const rows: (string | number)[][] = []
  const signedIn = await withBank(async ({ address }) => {
    for (const page of quick ? LISTED_PAGES.slice(0, 1) : LISTED_PAGES) {
      const { metrics, results } = await measurePage(`${address}${page}`, quick ? 1 : RUNS)
      rows.push([page, ...Object.values(metrics)])
      console.log(`  ${page} performance ${metrics.performance}, machine ${metrics.machine}`)
      for (const [name, { holds, limit }] of Object.entries(measures)) {
        const value = metrics[name as Measure]
        if (!holds(value)) failures.push(`${page}: ${name} is ${value}, must be ${limit}`)
      }
      for (const audit of new Set(results.flatMap(failedAudits))) console.log(`  ${page} ${audit}`)
    }
    return measureSignedIn(address, quick)
  })
  rows.push(['limit', ...Object.values(measures).map(({ limit }) => limit)])
  return {
    name: 'web',
    method: `The public pages in Lighthouse's mobile preset, in a real browser; median of ${RUNS} visits. Signed-in pages: processor time of the main thread, times four for a slow phone, lowest of ${RUNS}; the loop is a fixed piece of work. Starts: at a quarter of the speed, with 150 ms latency and 1.6 Mbit/s.`,
    tables: [{ title: 'Public pages', columns: ['', ...Object.keys(measures)], rows }, ...signedIn.tables],
    failures: [...failures, ...signedIn.failures],
  }
}

await runBenchmark(measure)
