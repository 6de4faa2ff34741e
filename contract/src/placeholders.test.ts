import { expect, test } from 'vitest'
import { fillPlaceholders, PLACEHOLDERS, unknownPlaceholder } from './placeholders.ts'

const values = Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, `<${name}>`])) as Record<
  keyof typeof PLACEHOLDERS,
  string
>

test('fills in every occurrence of every placeholder', () => {
  for (const name of Object.keys(PLACEHOLDERS)) {
    expect(fillPlaceholders(`{{${name}}} {{ ${name} }}`, values)).toBe(`<${name}> <${name}>`)
    expect(unknownPlaceholder(`{{${name}}}`)).toBe(null)
  }
})

test('does not expand placeholders in values, and leaves unknown placeholders in place', () => {
  expect(fillPlaceholders('Dear {{name}}', { ...values, name: '{{me}} $& Walker' })).toBe('Dear {{me}} $& Walker')
  expect(fillPlaceholders('{{pin}} {{constructor}} {bank}', values)).toBe('{{pin}} {{constructor}} {bank}')
  expect(unknownPlaceholder('{{bank}} and {{ pin }} and {{x}}')).toBe('{{ pin }}')
  expect(unknownPlaceholder('{bank} {{ }')).toBe(null)
})
