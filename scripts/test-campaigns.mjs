/** `npm run test:campaigns`: whole banks under faults, abuse, load and upgrades, and the remaining journeys. */
import { check, counted, journeys, printSum } from './checks.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureBuilt, ensureInstalled, main } from './setup.mjs'

/** The campaigns send POSIX signals. */
const hasSignals = process.platform !== 'win32'

await main(async () => {
  await ensureInstalled('tests')
  await ensureBuilt()
  await ensureBrowser()
  const counts = [await journeys('Remaining journeys', 'campaign')]
  // The quick benchmarks have no limits, so they need not run alone.
  const benchmarks = check('Benchmarks still run', 'node', ['bench/all.ts', '--quick'], 'pipe')
  counts.push(...(await Promise.all([abuse(), benchmarks])))
  if (hasSignals) {
    const node = (/** @type {string} */ title, /** @type {string[]} */ args) => check(title, 'node', args, 'pipe')
    // The image is mostly copied and unpacked, which leaves the campaign the processor.
    const image = check('Image of the Dockerfile', 'sh', ['scripts/container-trial.sh'], 'pipe')
    const faults = node('Faults, each kind once', ['faults/run.ts', '--once', '--minutes', '9', '--seed', '8'])
    counts.push(...(await Promise.all([faults, image])))
    const trial = ['faults/migration-trial/run.ts', '--rows', '20000', '--limit-ms', '10000']
    const upgrade = node('Upgrade under load', trial)
    const planted = node('Planted bugs are caught', ['faults/run.ts', '--prove', '--seed', '1'])
    counts.push(...(await Promise.all([upgrade, planted])))
  }
  printSum(counts)
})

/** The short form with a fixed seed; `npm run abuse` runs the long one. Each section counts as a test. */
function abuse() {
  return counted(
    'Abuse campaign, short form',
    'node',
    (report) => ({ args: ['faults/abuse/main.ts', '--short', '--report', report], output: 'pipe' }),
    ({ passed, failed }) => ({ passed, failed }),
  )
}
