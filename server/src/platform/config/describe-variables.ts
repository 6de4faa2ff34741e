import { fileVariable } from './environment.ts'
import { PROGRAMS, type Variable } from './variable.ts'
import { VARIABLE_GROUPS } from './variables.ts'

const nameCell = (name: string, { secret, type }: Variable) =>
  `\`${name}\`${secret ? ` or \`${fileVariable(name)}\`` : ''}${type.choices ? ` (${type.choices.join(', ')})` : ''}`

const defaultCell = ({ default: value, defaultText }: Variable) =>
  defaultText ?? (typeof value === 'string' ? value : 'none')

function usersCell({ usedBy }: Variable): string {
  if (usedBy.length === PROGRAMS.length) return 'all'
  return usedBy.map((program) => (program === 'start' ? 'server' : `\`${program}\``)).join(', ')
}

/** The tables of docs/configuration.md. */
export const describeVariables = (): string =>
  VARIABLE_GROUPS.map(({ title, variables }) =>
    [
      `### ${title}`,
      '',
      '| variable | default | meaning | used by |',
      '|---|---|---|---|',
      ...Object.entries(variables).map(
        ([name, variable]) =>
          `| ${nameCell(name, variable)} | ${defaultCell(variable)} | ${variable.meaning} | ${usersCell(variable)} |`,
      ),
    ].join('\n'),
  ).join('\n\n')
