import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { BenchError } from './database.ts'
import { handleSignals } from './processes.ts'

export type Table = { title: string; columns: readonly string[]; rows: readonly (readonly (string | number)[])[] }
/** A bar of the chart. */
export type Bar = { label: string; value: number; unit: string; isReference?: boolean }
export type Report = {
  name: string
  /** What was measured and how, in sentences that stay true when the numbers change. */
  method: string
  details?: Record<string, string>
  tables: Table[]
  chart?: Bar[]
  /** Exceeded limits. */
  failures: string[]
  /** Why `failures` say nothing about the bank: other programs used the machine. They are printed, and the run succeeds. */
  disturbance?: string | null
  /** Results that are wrong, whatever the machine did. */
  errors?: string[]
}

export type Settings = {
  quick: boolean
  databaseUrl: string | undefined
  large: number
  /** A file with the SQL of pgledger, the peer of the ledger. */
  pgledger: string | undefined
}

/** `--quick` only checks that a benchmark runs, with little data and in seconds; its numbers mean nothing. */
function readSettings() {
  const { values } = parseArgs({
    // `npm run bench` passes its own arguments on.
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      report: { type: 'string' },
      'database-url': { type: 'string' },
      rows: { type: 'string', default: '10000000' },
      pgledger: { type: 'string' },
    },
  })
  const large = Number(values.rows)
  if (!Number.isInteger(large) || large < 100_000) throw new BenchError('--rows must be an integer of at least 100000.')
  const { quick, pgledger, report: reportFile, 'database-url': databaseUrl } = values
  return { quick, databaseUrl, large, pgledger, reportFile }
}

/** Runs a benchmark as a program: prints its tables, writes its report to `--report`, fails when a limit is exceeded. */
export async function runBenchmark(measure: (settings: Settings) => Promise<Report>): Promise<never> {
  handleSignals()
  try {
    const { reportFile, ...settings } = readSettings()
    const report = await measure(settings)
    if (settings.quick) report.failures = []
    print(report)
    if (reportFile) await writeFile(reportFile, JSON.stringify(report))
    process.exit(hasFailed(report) ? 1 : 0)
  } catch (error) {
    console.error(error instanceof BenchError ? error.message : error)
    process.exit(1)
  }
}

export const hasFailed = ({ failures, errors = [], disturbance }: Report): boolean =>
  errors.length > 0 || (failures.length > 0 && !disturbance)

function print({ details = {}, tables, failures, errors = [], disturbance }: Report): void {
  for (const [name, value] of Object.entries(details)) console.log(`${name}: ${value}`)
  for (const { title, columns, rows } of tables) {
    console.log(`\n${title}`)
    const [, ...names] = columns
    console.table(
      Object.fromEntries(
        rows.map(([label, ...cells]) => [label, Object.fromEntries(names.map((name, i) => [name, cells[i]]))]),
      ),
    )
  }
  for (const error of errors) console.error(`INVALID: ${error}`)
  for (const failure of failures) console.error(`LIMIT EXCEEDED: ${failure}`)
  if (disturbance) console.error(`Limits are not enforced, ${disturbance}`)
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
