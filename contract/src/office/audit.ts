import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dayOrTime, id, isoTime, line, verbatimText } from '../fields.ts'
import { pageLimit, positionCursor } from '../paging.ts'

const named = z.object({ _id: z.uuid(), fullName: verbatimText })
const fields = z.record(z.string(), z.unknown())

export const auditEntry = z
  .object({
    _id: z.uuid(),
    at: isoTime,
    actor: named.nullable().meta({ description: 'The administrator who acted.' }),
    subject: named.nullable().meta({ description: 'The affected user; null for the settings.' }),
    action: z.string(),
    before: fields.meta({ description: 'The changed fields before.' }),
    after: fields.meta({
      description: 'The changed fields after. Secrets are never included, only that they were set.',
    }),
    requestId: z.string(),
  })
  .meta({
    id: 'AuditEntry',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        at: '2026-01-05T15:04:00.000Z',
        actor: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
        subject: { _id: '0198c1a1-22bb-7000-8000-5e4f3a2b1c0d', fullName: 'Ada Example' },
        action: 'person.status_changed',
        before: { status: 'Pending' },
        after: { status: 'Active' },
        requestId: '2f0c1f5e-8a0e-4a7e-9b1d-3c5d7e9f1a2b',
      },
    ],
  })
export type AuditEntry = z.infer<typeof auditEntry>

/** What the log can be narrowed by. */
export const auditFilters = {
  person: id.optional().meta({ description: 'The affected user.' }),
  actor: id.optional().meta({ description: 'The administrator who acted.' }),
  action: line(100, 'Action')
    .optional()
    .meta({ examples: ['code.set'] }),
  from: dayOrTime.optional().meta({ description: 'From this time, or the beginning of this day.' }),
  to: dayOrTime.optional().meta({ description: 'Up to this time, or the end of this day.' }),
}

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit',
  keyScope: 'staff:read',
  policy: 'audit:read',
  tag: 'Administration',
  summary: 'Audit log, newest first',
  description: 'Append-only: each entry contains the hash of the previous one.',
  query: z.strictObject({
    ...auditFilters,
    limit: pageLimit(20, 100),
    cursor: positionCursor,
  }),
  success: { status: 200, body: z.array(auditEntry), headers: ['Link'] },
})
