import { expect, test } from 'vitest'
import type { Act } from '#contract/audit.ts'
import { auditCsv } from './audit-csv.ts'

const entry: Act = {
  _id: '1',
  at: '2026-01-05T15:04:00.000Z',
  actor: { _id: 'a', fullName: '=cmd|calc' },
  subject: null,
  action: 'settings.updated',
  before: { whatsApp: '' },
  after: { whatsApp: '+1, "x"' },
  requestId: 'r',
}

test('writes one line per audit entry and escapes names that look like formulas', () => {
  const [head, line] = auditCsv([entry]).split('\r\n')
  expect(head).toContain('Time,Administrator,Administrator ID,Action')
  expect(line).toBe(
    `2026-01-05T15:04:00.000Z,"'=cmd|calc",a,settings.updated,,,"{""whatsApp"":""""}","{""whatsApp"":""+1, \\""x\\""""}",r,1`,
  )
})
