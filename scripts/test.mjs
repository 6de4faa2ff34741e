/** `npm test`: format, lint, types, unit and API tests, and the journeys that a release depends on. */
import { counted, journeys, printSum, together } from './checks.mjs'
import { ensureBrowser } from './ensure-browser.mjs'
import { ensureBuilt, ensureInstalled, main } from './setup.mjs'

await main(async () => {
  await ensureInstalled('tests')
  await ensureBuilt()
  await ensureBrowser()
  const checks = await together([
    ['Format', 'biome', ['format', '.']],
    ['Lint', 'biome', ['lint', '.']],
    ['Types of server and tests', 'tsc', ['-p', '.']],
    ['Types of the web application', 'tsc', ['-p', 'web']],
  ])
  const units = await counted(
    'Unit, API and architecture tests',
    'vitest',
    (report) => ({ args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`] }),
    ({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped }) =>
      skipped > 0
        ? { passed, failed, notRun: `${skipped} tests of programs that are not installed` }
        : { passed, failed },
  )
  printSum([...checks, units, await journeys('Journeys that a release depends on', 'release')])
})
