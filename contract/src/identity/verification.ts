import { z } from 'zod'
import { IMAGE_URL_PATTERN, imageIdOf } from '../customers/image-url.ts'
import { UPLOAD_KINDS } from '../customers/images.ts'
import { EXAMPLE_USER, user } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, seen, verbatimText } from '../fields.ts'
import { pageLimit, positionCursor } from '../paging.ts'

export const DOCUMENT_KINDS = ['identity', 'address'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Both sides of a card, a passport and some pages of a bill. */
export const MAX_DOCUMENTS = 6

/** What staff decide about: who a new person is, or another name or date of birth of a verified one. */
export const SUBMISSION_KINDS = ['identity', 'name_change'] as const

export const DECIDED_STATES = ['submitted', 'approved', 'rejected'] as const
export const VERIFICATION_STATES = ['none', ...DECIDED_STATES] as const

const EXAMPLE_ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
const EXAMPLE_DOCUMENT = {
  _id: EXAMPLE_ID,
  kind: 'identity',
  format: 'image',
  imageUrl: `/api/verification/documents/${EXAMPLE_ID}`,
  createdAt: '2026-01-05T15:04:00.000Z',
} as const

export const verificationDocument = z
  .object({
    _id: z.uuid(),
    kind: z.enum(DOCUMENT_KINDS),
    format: z.enum(UPLOAD_KINDS),
    imageUrl: z.string().meta({ description: 'Where the document is read. Not the URL of the upload, which is gone.' }),
    createdAt: isoTime,
  })
  .meta({ id: 'VerificationDocument', examples: [EXAMPLE_DOCUMENT] })
export type VerificationDocument = z.infer<typeof verificationDocument>

const askedName = {
  fullName: verbatimText,
  dob: z.string().meta({ description: 'YYYY-MM-DD, or empty.' }),
}

const nameChangeState = z.object({
  ...askedName,
  state: z.enum(DECIDED_STATES),
  reason: verbatimText.meta({ description: 'Why it was rejected; else empty.' }),
  documents: z.array(verificationDocument),
})

export const verification = z
  .object({
    state: z.enum(VERIFICATION_STATES),
    reason: verbatimText.meta({ description: 'Why the documents were rejected; else empty.' }),
    documents: z.array(verificationDocument),
    nameChange: nameChangeState.nullable().meta({
      description: 'The latest request of a verified person for another name or date of birth; null: none.',
    }),
  })
  .meta({
    id: 'Verification',
    examples: [{ state: 'submitted', reason: '', documents: [EXAMPLE_DOCUMENT], nameChange: null }],
  })
export type Verification = z.infer<typeof verification>

const KIND_TEXT = 'The kind is identity or address.'
const IMAGE_TEXT = 'The imageUrl is the one of an upload.'

/** Parsed to the upload's id. */
const newDocument = z.strictObject({
  kind: z.enum(DOCUMENT_KINDS, { error: KIND_TEXT }),
  imageUrl: z
    .string({ error: IMAGE_TEXT })
    .refine((text) => imageIdOf(text) !== null, IMAGE_TEXT)
    .transform((text) => imageIdOf(text) ?? '')
    .meta({ pattern: IMAGE_URL_PATTERN, examples: [EXAMPLES.identityUrl] }),
})

const DOCUMENTS_TEXT = `Send one to ${MAX_DOCUMENTS} documents.`
const isDistinct = (documents: readonly { imageUrl: string }[]) =>
  new Set(documents.map(({ imageUrl }) => imageUrl)).size === documents.length

const documentList = z
  .array(newDocument, { error: DOCUMENTS_TEXT })
  .min(1, DOCUMENTS_TEXT)
  .max(MAX_DOCUMENTS, { error: DOCUMENTS_TEXT, abort: true })
  .refine(isDistinct, 'Each document is another upload.')

export const submitVerification = endpoint({
  method: 'POST',
  path: '/verification',
  needsAccount: true,
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Verification',
  rules: { documents: 'Each document is another upload.' },
  summary: 'Submit documents that show who you are and where you live',
  description: `For people whose account is Pending, and for the open request of a verified person for another name. Each document is
an own upload with no other use; it is stored encrypted, and the upload is deleted. After a rejection, documents can be submitted again.`,
  body: z.strictObject({ documents: documentList }),
  example: { body: { documents: [{ kind: 'identity', imageUrl: EXAMPLES.identityUrl }] } },
  success: { status: 201, body: verification },
  refusals: ['not_found', 'not_pending', 'verification_submitted', 'verification_approved', 'document_used'],
})

export const readVerification = endpoint({
  method: 'GET',
  path: '/verification',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Verification',
  summary: 'The state of your own verification',
  success: { status: 200, body: verification },
})

export const readOwnDocument = endpoint({
  method: 'GET',
  path: '/verification/documents/:id',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Verification',
  summary: 'Read one of your own documents',
  description: 'For its owner only; 404 for anyone else.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.identityDocument } },
  success: { status: 200, body: 'binary' },
  refusals: ['not_found'],
})

const named = z.object({ _id: z.uuid(), fullName: verbatimText })

const EXAMPLE_SUBMISSION = {
  _id: EXAMPLE_ID,
  kind: 'identity',
  user: { _id: EXAMPLE_USER._id, fullName: EXAMPLE_USER.fullName, email: EXAMPLE_USER.email },
  state: 'submitted',
  reason: '',
  submittedAt: '2026-01-05T15:04:00.000Z',
  decidedAt: null,
  decidedBy: null,
  documents: [{ ...EXAMPLE_DOCUMENT, imageUrl: `/api/admin/verifications/documents/${EXAMPLE_ID}` }],
  nameChange: null,
}

export const submission = z
  .object({
    _id: z.uuid(),
    kind: z.enum(SUBMISSION_KINDS),
    user: z.object({ _id: z.uuid(), fullName: verbatimText, email: verbatimText }),
    state: z.enum(DECIDED_STATES),
    reason: verbatimText,
    submittedAt: isoTime,
    decidedAt: isoTime.nullable(),
    decidedBy: named.nullable(),
    documents: z.array(verificationDocument),
    nameChange: z.object(askedName).nullable().meta({ description: 'What is asked for; null: the kind is identity.' }),
  })
  .meta({
    id: 'Submission',
    examples: [EXAMPLE_SUBMISSION],
  })
export type Submission = z.infer<typeof submission>

export const submitCustomerDocuments = endpoint({
  method: 'POST',
  path: '/admin/people/:id/documents',
  fresh: false,
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Verification',
  rules: { documents: 'Each document is another upload.' },
  summary: 'Submit documents for a customer at the desk',
  description: `As the customer would, with uploads of the caller (\`POST /images\`), which become the customer’s documents. Who submitted them
is recorded, and can’t approve them where four eyes is on.`,
  params: z.strictObject({ id }),
  body: z.strictObject({ documents: documentList }),
  example: {
    params: { id: EXAMPLES.newcomer },
    body: { documents: [{ kind: 'identity', imageUrl: EXAMPLES.staffUploadUrl }] },
  },
  success: { status: 201, body: submission },
  refusals: [
    'own_account',
    'not_found',
    'no_account',
    'not_pending',
    'verification_submitted',
    'verification_approved',
    'document_used',
  ],
})

export const listVerifications = endpoint({
  method: 'GET',
  path: '/admin/verifications',
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Verification',
  summary: 'Submitted documents',
  description: `Submitted ones of people who are still Pending and open requests for another name, oldest first; decided ones, the last
decision first.`,
  query: z.strictObject({
    state: z.enum(DECIDED_STATES, { error: 'The state is submitted, approved or rejected.' }).prefault('submitted'),
    limit: pageLimit(20, 100),
    cursor: positionCursor,
  }),
  success: { status: 200, body: z.array(submission), headers: ['Link'] },
})

export const personVerification = z
  .object({ user, submissions: z.array(submission).meta({ description: 'The latest twenty, newest first.' }) })
  .meta({ id: 'PersonVerification', examples: [{ user: EXAMPLE_USER, submissions: [EXAMPLE_SUBMISSION] }] })
export type PersonVerification = z.infer<typeof personVerification>

export const readPersonVerification = endpoint({
  method: 'GET',
  path: '/admin/verifications/:id',
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Verification',
  summary: 'A person and what they submitted',
  description: 'The id is the person’s.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.applicant } },
  success: { status: 200, body: personVerification },
  refusals: ['not_found'],
})

export const readDocument = endpoint({
  method: 'GET',
  path: '/admin/verifications/documents/:id',
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Verification',
  summary: 'Look at a document',
  description: 'Every look is recorded in the audit log.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.identityDocument } },
  success: { status: 200, body: 'binary' },
  refusals: ['not_found'],
})

export const SUBMISSION_TEXT = 'Say which submission you reviewed, or which name it asks for.'
export const REASON_TEXT = 'Enter a reason. The customer will see it.'

export const decideVerification = endpoint({
  method: 'POST',
  path: '/admin/verifications/decide',
  /** Approving changes a status. */
  fresh: ({ decision }: { decision: string }) => decision === 'approve',
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Verification',
  rules: {
    reason: 'Not blank for a rejection.',
    submissionId: 'To approve another name that replaced an open request, given unless expected is.',
  },
  summary: 'Approve or reject what a person submitted',
  description: `Approving makes a Pending person Active, or gives a verified one the name and date of birth that they asked for. The
person is told, with the reason of a rejection. Who names the submission must have opened each of its documents. Where four eyes is on,
who created the person or submitted the documents can’t approve them.`,
  body: z
    .strictObject({
      userId: id,
      decision: z.enum(['approve', 'reject'], { error: 'The decision is approve or reject.' }),
      reason: line(400, 'Reason').prefault(''),
      submissionId: id.optional().meta({
        description: `The submission that was reviewed: the caller has opened all of its documents. If the person has submitted another since, nothing is decided. Approving another name
that replaced an open request needs it, or in expected the name and date of birth that are asked for.`,
      }),
      expected: z.strictObject({ fullName: seen, dob: seen }).partial().optional().meta({
        description: 'Name and date of birth as they were reviewed. If one has changed since, nothing is decided.',
      }),
    })
    .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
      error: REASON_TEXT,
      path: ['reason'],
    }),
  example: {
    body: {
      userId: EXAMPLES.applicant,
      decision: 'reject',
      reason: 'The address can’t be read.',
      submissionId: EXAMPLES.submission,
      expected: { dob: '' },
    },
  },
  success: { status: 200, body: submission },
  refusals: [
    'not_found',
    'own_account',
    'second_admin_needed',
    'not_pending',
    'verification_decided',
    'documents_unseen',
    'changed_meanwhile',
  ],
})
