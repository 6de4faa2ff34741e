import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id } from '../fields.ts'

const pdf = { status: 200, body: 'pdf' } as const
const accountId = id.optional().meta({ description: 'One of the accounts; the main one, when absent.' })

const RECEIPT_DESCRIPTION =
  'It states the status: the receipt of a pending or declined transaction says that no money was moved. Once decided, the same bytes every time, until the transaction is reversed.'
const CONFIRMATION_DESCRIPTION =
  'Holder, number and day of opening, for third parties. It says nothing about the balance.'
const STAFF_COPY = 'Marked as a copy issued by staff. The person sees in their access log who made it.'

export const readReceipt = endpoint({
  method: 'GET',
  path: '/transactions/:id/receipt',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'The receipt of an own transaction, as PDF',
  description: RECEIPT_DESCRIPTION,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pendingTransfer } },
  success: pdf,
  refusals: ['not_found'],
})

export const readConfirmation = endpoint({
  method: 'GET',
  path: '/users/confirmation',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'People',
  summary: 'The confirmation of an own account, as PDF',
  description: CONFIRMATION_DESCRIPTION,
  query: z.strictObject({ accountId }),
  success: pdf,
  refusals: ['not_found'],
})

export const readReceiptCopy = endpoint({
  method: 'GET',
  path: '/admin/transactions/:id/receipt',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'A copy of a transaction’s receipt, as PDF',
  description: `${STAFF_COPY} ${RECEIPT_DESCRIPTION}`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pendingTransfer } },
  success: pdf,
  refusals: ['not_found'],
})

export const readConfirmationCopy = endpoint({
  method: 'GET',
  path: '/admin/users/:id/confirmation',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'A copy of the confirmation of a person’s account, as PDF',
  description: `${STAFF_COPY} ${CONFIRMATION_DESCRIPTION}`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.customer } },
  query: z.strictObject({ accountId }),
  success: pdf,
  refusals: ['not_found'],
})
