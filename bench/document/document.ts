import type { Report, Table } from '../report.ts'

const TITLES: Record<string, string> = {
  ledger: 'Ledger',
  reads: 'Reads in a large bank',
  start: 'Start and memory',
  events: 'Live events',
  web: 'Public pages',
}

/** The whole docs/benchmarks.md: generated, not edited by hand. */
export function writeDocument(reports: readonly Report[], machine: Record<string, string>): string {
  const failures = reports.flatMap(({ name, failures, errors = [] }) => [
    ...errors.map((error) => `- ${name}: invalid: ${error}`),
    ...failures.map((failure) => `- ${name}: ${failure}`),
  ])
  const disturbances = reports.flatMap(({ name, disturbance }) => (disturbance ? [`- ${name}: ${disturbance}`] : []))
  const findings = [
    ...list('Limits exceeded', failures),
    ...list('Measured on a busy machine, so limits were not enforced', disturbances),
  ]
  return `# Benchmarks

\`npm run bench\` writes this document and fails if a limit is exceeded; \`npm run bench:<name>\` runs one benchmark. The numbers are
those of one machine at one time: compare the ratios.

${toMarkdown({ title: '', columns: ['', ''], rows: Object.entries(machine) })}

![Per second: pgbench and the ledger](benchmarks.svg)

${findings.length > 0 ? findings.join('\n') : 'Everything is within its limits.\n'}
${reports.map(section).join('\n')}`
}

const list = (title: string, items: readonly string[]) =>
  items.length > 0 ? [`**${title}:**\n\n${items.join('\n')}\n`] : []

function section({ name, method, details = {}, tables }: Report): string {
  const entries = Object.entries(details).map(([label, value]) => `${label} ${value}`)
  return `## ${TITLES[name] ?? name} (\`npm run bench:${name}\`)

${method}
${entries.length > 0 ? `\nMeasured with: ${entries.join(' · ')}.\n` : ''}
${tables.map((one) => `### ${one.title}\n\n${toMarkdown(one)}\n`).join('\n')}`
}

export function toMarkdown({ columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
