import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/office/audit.ts'
import { lastChanges } from './last-changes.ts'

const entry = (_id: string, ...fields: string[]) =>
  ({ _id, after: Object.fromEntries(fields.map((field) => [field, 'x'])) }) as unknown as AuditEntry

test('finds the newest audit entry of each section', () => {
  const entries = [
    entry('3', 'whatsApp'),
    entry('2', 'bankingInfo.bankName', 'mail.password'),
    entry('1', 'bankingInfo.routing'),
  ]
  const last = lastChanges(entries)
  expect(last.channels?._id).toBe('3')
  expect(last.bankingInfo?._id).toBe('2')
  expect(last.mail?._id).toBe('2')
  expect(last.cryptoInfo).toBe(undefined)
})
