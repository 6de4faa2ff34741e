import { BenchError } from '../database.ts'
import { toMarkdown } from '../document/document.ts'
import type { Report } from '../report.ts'

/** docs/scale.md shows the last run between these lines. */
const [BEGIN, END] = ['<!-- bench:day -->', '<!-- end of bench:day -->']

/** The text of docs/scale.md with the tables of this run. */
export function writeIntoModel(text: string, report: Report, machine: Record<string, string>): string {
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < before) throw new BenchError('docs/scale.md has no place for the tables.')
  const entries = Object.entries({ ...machine, ...report.details })
  const content = [
    ...(report.disturbance ? [`**Not valid: the machine was not quiet, ${report.disturbance}.**`] : []),
    ...report.failures.map((failure) => `**Limit exceeded: ${failure}.**`),
    report.method,
    toMarkdown({ title: '', columns: ['', ''], rows: entries }),
    ...report.tables.map((table) => `**${table.title}**\n\n${toMarkdown(table)}`),
  ]
  return `${text.slice(0, before)}${BEGIN}\n${content.join('\n\n')}\n${text.slice(after)}`
}
