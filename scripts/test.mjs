/** `npm test`: all checks and tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureBuilt, ensureInstalled, main } from './setup.mjs'
import { spawnTool } from './tools.mjs'

/** @typedef {{ passed: number, failed: number }} Counts */

const reports = mkdtempSync(join(tmpdir(), 'openteller-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

await main(async () => {
  await ensureInstalled({ dev: true })
  await ensureBuilt()
  await ensureBrowser()

  const checks = await together([
    ['Format', 'biome', ['format', '.']],
    ['Lint', 'biome', ['lint', '.']],
    ['Types of server and tests', 'tsc', ['-p', '.']],
    ['Types of the web application', 'tsc', ['-p', 'web']],
  ])
  const units = await unitTests()
  const counts = [...checks, units, await journeys(), ...(await campaigns())]
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
})

/** Starts and attacks whole banks. The quick benchmarks have no limits, so they need not run alone. */
async function campaigns() {
  const benchmarks = check('Benchmarks still run', 'node', ['bench/all.ts', '--quick'], 'pipe')
  return [...(await Promise.all([abuseCampaign(), benchmarks])), ...(await faults())]
}

async function unitTests() {
  const report = join(reports, 'unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const success = await run('Unit, API and architecture tests', 'vitest', args)
  return countFrom(report, success, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }))
}

/** The short form with a fixed seed; `npm run abuse` runs the long one. Each section counts as a test. */
async function abuseCampaign() {
  const report = join(reports, 'abuse.json')
  const args = ['faults/abuse/main.ts', '--short', '--report', report]
  const success = await run('Abuse campaign, short form', 'node', args, {}, 'pipe')
  return countFrom(report, success, ({ passed, failed }) => ({ passed, failed }))
}

async function journeys() {
  const report = join(reports, 'journeys.json')
  const success = await run('Journeys in a browser', 'playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  // No retries are configured: a flaky test counts as failed.
  return countFrom(report, success, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))
}

/** The short forms: each kind of fault once, then the planted bugs. They need POSIX signals. */
async function faults() {
  if (process.platform === 'win32') return []
  return [
    await check('Faults, each kind once', 'node', ['faults/run.ts', '--once', '--minutes', '9', '--seed', '8'], 'pipe'),
    await check('Planted bugs are caught', 'node', ['faults/run.ts', '--prove', '--seed', '1'], 'pipe'),
  ]
}

/**
 * Runs checks at once. Each prints its output when it ends, so that their lines don't mix.
 * @param {[title: string, tool: string, args: string[]][]} checks
 */
function together(checks) {
  return Promise.all(checks.map(([title, tool, args]) => check(title, tool, args, 'pipe')))
}

/**
 * A run without a readable report (for example a file that does not load) counts as one failure.
 * @param {string} report
 * @param {boolean} success
 * @param {(json: any) => Counts} read
 * @returns {Counts}
 */
function countFrom(report, success, read) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0 }
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return success || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/**
 * @param {string} title
 * @param {string} tool
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} [output]
 * @returns {Promise<Counts>}
 */
async function check(title, tool, args, output) {
  const success = await run(title, tool, args, {}, output)
  return success ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * @param {string} title
 * @param {string} tool A command that a package provides.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {'inherit' | 'pipe'} [output] With `pipe` it is printed at the end.
 * @returns {Promise<boolean>}
 */
function run(title, tool, args, env = {}, output = 'inherit') {
  const headline = `\n── ${title} ${'─'.repeat(Math.max(3, 76 - title.length))}`
  if (output === 'inherit') console.log(headline)
  const startedAt = Date.now()
  /** @type {Buffer[]} */
  const collected = []
  return new Promise((resolve) => {
    const child = spawnTool(tool, args, env, output)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => collected.push(chunk))
    /** @param {boolean} success */
    const finish = (success) => {
      if (output === 'pipe') console.log(`${headline}\n${Buffer.concat(collected)}`.trimEnd())
      console.log(`${success ? 'ok' : 'FAILED'}: ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      resolve(success)
    }
    child.on('error', (error) => {
      console.error(error.message)
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
