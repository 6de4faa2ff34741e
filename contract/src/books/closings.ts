import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, money, requiredLine, verbatimText } from '../fields.ts'
import { CLOSING_CHECKS, CLOSING_DOCUMENT_NAMES } from './closing-documents.ts'
import { reportDay } from './reports.ts'

const named = z.object({ _id: z.uuid(), fullName: verbatimText })

const checklistItem = z.object({
  check: z.enum(CLOSING_CHECKS).meta({
    description: `statement_entries: open entries of bank statements up to the day. suspense: its balance at the end of the day. reconciliation: what no item
explains, now. proposals: those that were made up to the day and wait. transactions: those that one member of staff proposed up to the
day and no other has confirmed. verification: the last verification of the books, and the last one of all invariants.`,
  }),
  passed: z.boolean(),
  blocks: z.boolean().meta({ description: 'Nothing can be closed while it is so.' }),
  count: z.number().int().nullable(),
  amount: money.nullable(),
  at: isoTime
    .nullable()
    .meta({ description: 'When the books were last verified; null for the other checks, or never.' }),
})
export const checklist = z.object({ at: isoTime, items: z.array(checklistItem) }).meta({
  id: 'ClosingChecklist',
  examples: [
    {
      at: '2026-11-02T09:00:00.000Z',
      items: [{ check: 'suspense', passed: false, blocks: false, count: null, amount: 120.5, at: null }],
    },
  ],
})
export type Checklist = z.infer<typeof checklist>

const closingDocument = z.object({
  name: z.enum(CLOSING_DOCUMENT_NAMES),
  number: verbatimText,
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  sha256: verbatimText,
  issuedAt: isoTime,
})

export const closing = z
  .object({
    _id: z.uuid().meta({ description: 'That of the proposal it was made by.' }),
    from: reportDay.nullable().meta({ description: 'The first day of the period; null: from the beginning.' }),
    until: reportDay,
    state: z.enum(['proposed', 'closed', 'reopened']),
    proposedBy: named,
    proposedAt: isoTime,
    closedBy: named.nullable(),
    closedAt: isoTime.nullable(),
    checklist: checklist.meta({ description: 'As it was when it was proposed.' }),
    confirmedChecklist: checklist.nullable().meta({ description: 'As it was when it was confirmed.' }),
    reopening: z
      .object({
        _id: z.uuid().meta({ description: 'The proposal.' }),
        reason: verbatimText,
        proposedBy: named,
        proposedAt: isoTime,
        confirmedBy: named.nullable(),
        confirmedAt: isoTime.nullable().meta({ description: 'Null: it waits for a second member of staff.' }),
      })
      .nullable(),
    documents: z.array(closingDocument).meta({
      description: 'Signed, and kept for good. They are made within a minute of the confirmation.',
    }),
  })
  .meta({
    id: 'Closing',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        from: '2026-10-01',
        until: '2026-10-31',
        state: 'proposed',
        proposedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
        proposedAt: '2026-11-02T09:00:00.000Z',
        closedBy: null,
        closedAt: null,
        checklist: { at: '2026-11-02T09:00:00.000Z', items: [] },
        confirmedChecklist: null,
        reopening: null,
        documents: [],
      },
    ],
  })
export type Closing = z.infer<typeof closing>

const shared = { policy: 'audit:read', keyScope: 'staff:read', apiOnly: true, tag: 'Administration' } as const

export const listClosings = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/closings',
  summary: 'Closed periods of the books, newest first',
  description: 'With the one that waits for a second member of staff, the reopened ones, and their documents.',
  success: { status: 200, body: z.array(closing) },
})

export const readChecklist = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/closings/checklist',
  rules: { until: 'A day that is over, after the last closing.' },
  summary: 'What is still open before the books are closed up to a day',
  query: z.strictObject({ until: reportDay }),
  example: { query: { until: EXAMPLES.closableDay } },
  success: { status: 200, body: checklist },
  refusals: ['day_not_over', 'period_closed'],
})

export const proposeClosing = endpoint({
  method: 'POST',
  path: '/admin/closings',
  policy: 'books:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Administration',
  summary: 'Propose to close the books up to a day',
  description: `Always 202: a second member of staff confirms it, with four eyes on or off. The checklist is in the proposal; only a breach that the verification
of the books found stops it, now and when it is confirmed. Afterwards the database refuses every booking with a booking date up to that day, and the
trial balance, the balance sheet, profit and loss and the journal of the period are kept as signed documents.`,
  body: z.strictObject({ until: reportDay.meta({ description: 'A day that is over, after the last closing.' }) }),
  example: { body: { until: EXAMPLES.closableDay } },
  success: { status: 202, body: proposal },
  refusals: ['day_not_over', 'period_closed', 'books_breached', 'already_proposed'],
})

const params = z.strictObject({ id })

export const proposeReopening = endpoint({
  method: 'POST',
  path: '/admin/closings/:id/reopen',
  policy: 'books:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Administration',
  summary: 'Propose to reopen the last closed period',
  description: 'Always 202: a second member of staff confirms it. Its documents stay as they are.',
  params,
  body: z.strictObject({ reason: requiredLine(400, 'Reason') }),
  example: { params: { id: EXAMPLES.closing }, body: { reason: 'A bank fee was forgotten' } },
  success: { status: 202, body: proposal },
  refusals: ['not_found', 'closing_not_last', 'already_proposed'],
})

export const readClosingDocument = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/closings/:id/documents/:name',
  summary: 'A document of a closed period',
  description:
    'Signed, and always the same bytes. The audit log keeps who downloaded it; customers in a journal see it in their access log.',
  params: params.extend({
    name: z.enum(CLOSING_DOCUMENT_NAMES, { error: `One of ${CLOSING_DOCUMENT_NAMES.join(', ')}.` }),
  }),
  example: { params: { id: EXAMPLES.closing, name: 'trial-balance' } },
  success: { status: 200, body: 'pdf', files: ['text/csv'] },
  refusals: ['not_found'],
})
