import { expect, test } from 'vitest'
import { writeDocument } from './document.ts'

const report = { name: 'ledger', method: 'How.', tables: [], failures: [] }

test('the document says which limits were exceeded', () => {
  const text = writeDocument(
    [{ ...report, failures: ['2 ms, must be at most 1'], errors: ['a posting is missing'] }],
    {},
  )
  expect(text).toContain(
    '**Limits exceeded:**\n\n- ledger: invalid: a posting is missing\n- ledger: 2 ms, must be at most 1',
  )
  expect(text).not.toContain('within its limits')
})

test('the document says that a machine was not quiet, whether or not a limit was exceeded', () => {
  const disturbance = 'machine not quiet: other programs used 90 % of a core'
  const text = writeDocument(
    [
      { ...report, disturbance },
      { ...report, name: 'web' },
    ],
    {},
  )
  expect(text).toContain(`**Measured on a busy machine, so limits were not enforced:**\n\n- ledger: ${disturbance}`)
  expect(text).not.toContain('within its limits')
  expect(writeDocument([report], {})).toContain('Everything is within its limits.')
})
