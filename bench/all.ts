/**
 * `npm run bench`: runs all benchmarks one after the other and writes docs/benchmarks.md. Fails when a limit is exceeded.
 * `npm run bench -- --quick` only checks that each benchmark runs: it writes nothing and its numbers mean nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawChart } from './document/chart.ts'
import { writeDocument } from './document/document.ts'
import { describeMachine } from './document/machine.ts'
import type { Report } from './report.ts'

const NAMES = ['ledger', 'reads', 'start', 'events', 'web']
const args = process.argv.slice(2)
const quick = args.includes('--quick')
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Each benchmark has its own process, so that memory left by one does not affect the next. */
async function run(name: string, folder: string): Promise<{ report: Report | null; code: number }> {
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
  const file = join(folder, `${name}.json`)
  const startedAt = Date.now()
  const child = spawn(process.execPath, [here(`${name}.ts`), `--report=${file}`, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  console.log(`${name}: ${Math.round((Date.now() - startedAt) / 1_000)} s`)
  const text = await readFile(file, 'utf8').catch(() => null)
  return { report: text === null ? null : JSON.parse(text), code }
}

const machine = await describeMachine()
const folder = await mkdtemp(join(tmpdir(), 'openteller-reports-'))
const reports: Report[] = []
const failed: string[] = []
try {
  for (const name of NAMES) {
    const { report, code } = await run(name, folder)
    if (report) reports.push(report)
    if (code !== 0) failed.push(name)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

// The document is written only when every benchmark has a report: a missing section would go unnoticed.
if (!quick && reports.length === NAMES.length) {
  const bars = reports.flatMap(({ chart = [] }) => chart)
  await writeFile(here('../docs/benchmarks.svg'), drawChart(bars))
  await writeFile(here('../docs/benchmarks.md'), writeDocument(reports, machine))
  console.log('\nWritten: docs/benchmarks.md and docs/benchmarks.svg')
}
for (const name of failed) console.error(`${name}: failed, see above`)
process.exit(failed.length > 0 ? 1 : 0)
