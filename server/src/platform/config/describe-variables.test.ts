import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeVariables } from './describe-variables.ts'
import { ALL_VARIABLES, VARIABLE_GROUPS } from './variables.ts'

test('docs/configuration.md has the tables that follow from the variables; npm run docs writes them', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  expect(page).toContain(`## Variables\n\n${describeVariables()}\n`)
})

test('every variable is in one section, and a default that depends on others is explained', () => {
  const inSections = VARIABLE_GROUPS.flatMap(({ variables }) => Object.keys(variables))
  expect(inSections).toEqual(ALL_VARIABLES.map(([name]) => name))
  const unexplained = ALL_VARIABLES.filter(([, variable]) => typeof variable.default === 'function').filter(
    ([, { defaultText }]) => defaultText === undefined,
  )
  expect(unexplained.map(([name]) => name)).toEqual([])
})
