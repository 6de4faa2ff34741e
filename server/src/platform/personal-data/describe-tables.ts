import type { CleanUp, PersonalData, TableRules } from './personal-data.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function lifetime({ lifetimeMs }: CleanUp): string | null {
  if (lifetimeMs === 0) return null
  const [count, unit] = lifetimeMs < DAY_MS ? [lifetimeMs / HOUR_MS, 'hour'] : [lifetimeMs / DAY_MS, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function keptFor({ kept, cleanUp }: TableRules): string {
  const age = cleanUp ? lifetime(cleanUp) : null
  if (age === null || kept === '') return age ?? kept
  return kept.startsWith(';') ? age + kept : `${age} ${kept}`
}

function exportedAs({ exported }: TableRules): string {
  if ('read' in exported) return `\`${exported.name}\``
  return 'within' in exported ? `within \`${exported.within}\`` : `no: ${exported.not}`
}

const readAs = ({ reading }: TableRules) => (typeof reading === 'string' ? `\`${reading}\`` : `no: ${reading.unlogged}`)

/** The table of docs/retention.md. */
export const describeTables = (data: PersonalData): string =>
  [
    '| table | what | how long | why | erasure | export | access log |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(data)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([table, rules]) =>
          `| \`${table}\` | ${rules.holds} | ${keptFor(rules)} | ${rules.why} | ${rules.erasure.does} | ${exportedAs(rules)} | ${readAs(rules)} |`,
      ),
  ].join('\n')
