import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/office/audit.ts'
import { auditCsv } from './audit-csv.ts'

const entry = {
  _id: '1',
  at: '2026-01-05T15:04:00.000Z',
  actor: { _id: 'a', fullName: '=cmd|calc' },
  subject: null,
  action: 'settings.updated',
  before: { whatsApp: '' },
  after: { whatsApp: '+1, "x"' },
  requestId: 'r',
} as unknown as AuditEntry

test('writes one line per audit entry and escapes names that look like formulas', () => {
  const [head, line] = auditCsv([entry]).split('\r\n')
  expect(head).toContain('Time,Staff,Staff ID,Action')
  expect(line).toBe(`2026-01-05T15:04:00.000Z,"'=cmd|calc",a,settings.updated,,,,"WhatsApp: +1, ""x""",,r,1`)
})

test('writes amounts in dollars and the transaction in a column of its own', () => {
  const [, line] = auditCsv([
    { ...entry, before: { balanceCents: '0', transactionId: 't' }, after: { balanceCents: '1250' } },
  ]).split('\r\n')
  expect(line).toContain(',balance: $0.00,balance: $12.50,t,r,1')
})
