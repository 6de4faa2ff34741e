import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'
import { PROPOSAL_KINDS, PROPOSAL_STATES, SECOND_PERSON_RULES } from './proposal-kinds.ts'

const named = z.object({ _id: z.uuid(), fullName: verbatimText })
const subject = named.extend({ email: verbatimText })
const fields = z.record(z.string(), z.unknown())

const EXAMPLE = {
  _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
  kind: 'role',
  subject: { _id: '0198c1a1-22bb-7000-8000-5e4f3a2b1c0d', fullName: 'Ada Example', email: 'ada@people.example' },
  before: { role: 'User' },
  after: { role: 'Teller' },
  proposedBy: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Admin' },
  proposedAt: '2026-01-05T15:04:00.000Z',
  expiresAt: '2026-01-12T15:04:00.000Z',
  state: 'pending',
  reason: '',
  decidedBy: null,
  decidedAt: null,
} as const

export const proposal = z
  .object({
    _id: z.uuid(),
    kind: z.enum(PROPOSAL_KINDS),
    subject: subject.nullable().meta({
      description:
        'The affected person, with the email as it is, because anyone can register with any name; null for the settings.',
    }),
    before: fields.meta({ description: 'The fields as they are.' }),
    after: fields.meta({ description: 'The fields as proposed. Of a secret it says only that it was changed.' }),
    proposedBy: named,
    proposedAt: isoTime,
    expiresAt: isoTime,
    state: z.enum(PROPOSAL_STATES),
    reason: z.string().meta({ description: 'Why it was rejected, or that it expired.' }),
    decidedBy: named.nullable(),
    decidedAt: isoTime.nullable(),
  })
  .meta({ id: 'Proposal', examples: [EXAMPLE] })
export type Proposal = z.infer<typeof proposal>

const listedProposal = proposal
  .extend({
    rule: z.enum(SECOND_PERSON_RULES).nullable().meta({
      description:
        'The rule by which the caller, who has the permission, can’t confirm it: the code of the refusal. Null: they can, or it is decided.',
    }),
  })
  .meta({ id: 'ListedProposal', examples: [{ ...EXAMPLE, rule: null }] })
export type ListedProposal = z.infer<typeof listedProposal>

export const listProposals = endpoint({
  method: 'GET',
  path: '/admin/proposals',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Proposals for a second member of staff, newest first',
  description: `Acts that give power and were proposed by one member of staff: roles, the email address of others, resets of PIN and
second factors, payment details, the contact number, the mail server, the erasure of people, journal entries and closed periods of the books. Proposed money is in the list of transactions, with \`proposedBy\`.
Of a mail server and of a journal entry \`before\` and \`after\` are empty for staff who may neither propose such nor read the audit log.`,
  query: z.strictObject({
    state: z.enum(PROPOSAL_STATES, { error: `The state is one of ${PROPOSAL_STATES.join(', ')}.` }).optional(),
    limit: pageLimit(20, 100),
    cursor: idCursor,
  }),
  success: { status: 200, body: z.array(listedProposal), headers: ['Link'] },
})

const params = z.strictObject({ id })

export const confirmProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/:id/confirm',
  fresh: true,
  policy: 'secrets:reset',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Confirm a proposal, which carries it out',
  description: `Needs the permission of the act. Not by the proposer, not by the affected person, not by staff whom the proposer
appointed or who appointed the proposer, until a third person has confirmed that role, and not by staff who got their role, or whose
second factors were reset or first set up, less than 24 hours ago. If what it is about has changed since, nothing is done.`,
  params,
  example: { params: { id: EXAMPLES.proposal } },
  success: { status: 200, body: proposal },
  refusals: [
    'not_found',
    ...SECOND_PERSON_RULES,
    'proposal_decided',
    'proposal_expired',
    'proposal_outdated',
    'email_taken',
    'already_erased',
    'payments_under_way',
    'books_breached',
    'documents_pending',
    'gl_account_closed',
    'entry_reversed',
    'entry_in_future',
    'period_closed',
  ],
})

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/:id/reject',
  fresh: true,
  policy: 'secrets:reset',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Reject a proposal',
  description:
    'Needs the permission of the act, and for a proposal about staff that of an Admin. The proposer withdraws it with the same call.',
  params,
  body: z.strictObject({ reason: line(400, 'Reason').optional().meta({ description: 'Kept in the list.' }) }),
  example: {
    params: { id: EXAMPLES.proposal },
    body: { reason: 'She asked on the phone, without identification' },
  },
  success: { status: 200, body: proposal },
  refusals: ['not_found', 'proposal_decided', 'proposal_expired'],
})
