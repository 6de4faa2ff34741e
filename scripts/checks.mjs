/** Runs checks and tests one after the other or at once, prints each with its time, and counts what passed and failed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnTool } from './tools.mjs'

/** @typedef {{ passed: number, failed: number, notRun?: string }} Counts */
/** @typedef {'ok' | 'FAILED' | 'not run'} Result */

/** The exit code of a trial that this machine can't run; it says why. */
const CANNOT_RUN = 77

const reports = mkdtempSync(join(tmpdir(), 'openteller-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/**
 * Prints the sum, and sets the exit code.
 * @param {Counts[]} counts
 */
export function printSum(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  const notRun = counts.flatMap((count) => count.notRun ?? [])
  if (notRun.length > 0) console.log(`\nNot run: ${notRun.join('; ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/**
 * Runs checks at once. Each prints its output when it ends, so that their lines don't mix.
 * @param {[title: string, tool: string, args: string[]][]} checks
 */
export function together(checks) {
  return Promise.all(checks.map(([title, tool, args]) => check(title, tool, args, 'pipe')))
}

/**
 * A run that counts as one test.
 * @param {string} title
 * @param {string} tool
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} [output]
 * @returns {Promise<Counts>}
 */
export async function check(title, tool, args, output) {
  const result = await run(title, tool, args, {}, output)
  if (result === 'not run') return { passed: 0, failed: 0, notRun: title }
  return result === 'ok' ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * A run that writes a report with its counts.
 * @param {string} title
 * @param {string} tool
 * @param {(report: string) => { args: string[], env?: Record<string, string>, output?: 'inherit' | 'pipe' }} command
 * @param {(json: any) => Counts} read
 * @returns {Promise<Counts>}
 */
export async function counted(title, tool, command, read) {
  const report = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`)
  const { args, env, output } = command(report)
  return countFrom(report, (await run(title, tool, args, env, output)) === 'ok', read)
}

/**
 * Journeys in a browser. No retries are configured: a flaky test counts as failed.
 * @param {string} title
 * @param {'release' | 'campaign'} project Of playwright.config.ts.
 */
export function journeys(title, project) {
  return counted(
    title,
    'playwright',
    (report) => ({
      args: ['test', '--reporter=list,json', `--project=${project}`],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    }),
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  )
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
 * @param {string} tool A command that a package provides.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {'inherit' | 'pipe'} [output] With `pipe` it is printed at the end.
 * @returns {Promise<Result>}
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
    /** @param {Result} result */
    const finish = (result) => {
      if (output === 'pipe') console.log(`${headline}\n${Buffer.concat(collected)}`.trimEnd())
      console.log(`${result}: ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
      resolve(result)
    }
    child.on('error', (error) => {
      console.error(error.message)
      finish('FAILED')
    })
    child.on('close', (code) => finish(code === 0 ? 'ok' : code === CANNOT_RUN ? 'not run' : 'FAILED'))
  })
}
