import { z } from 'zod'
import { staffUser } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, money, verbatimText } from '../fields.ts'
import { adminTransaction } from './transactions.ts'

const exampleOf = (schema: z.ZodType) => (schema.meta()?.examples as unknown[] | undefined)?.[0]

/** How many earlier decisions, and other deposits with the same receipt, are shown. */
export const CASE_LIST_LENGTH = 5

export const transactionCase = z
  .object({
    transaction: adminTransaction,
    user: staffUser.meta({ description: 'The customer, with current values.' }),
    balanceIfApproved: money.meta({ description: 'The available balance after approval.' }),
    balanceIfDeclined: money,
    decidedAlone: money.meta({
      description:
        'What the caller decided alone in the last 24 hours and counts towards the limit above which a second member of staff must confirm, as in `PersonDetails`.',
    }),
    receiverName: verbatimText.nullable().meta({
      description:
        'For an internal transfer: the receiving customer’s name, which may differ from the name in the form.',
    }),
    otherParty: z
      .object({ _id: z.uuid(), fullName: verbatimText, balance: money, decidedAlone: money })
      .nullable()
      .meta({ description: 'Of an internal transfer: the other customer, with the available balance.' }),
    earlier: z.array(adminTransaction).meta({
      description: `The last ${CASE_LIST_LENGTH} decisions on this customer’s deposits and transfers that were made before this one was, newest value date first.`,
    }),
    sameReceipt: z.array(adminTransaction).meta({
      description: `Up to ${CASE_LIST_LENGTH} other deposits that came with the same receipt file, newest first.`,
    }),
  })
  .meta({
    id: 'TransactionCase',
    examples: [
      {
        transaction: exampleOf(adminTransaction),
        user: exampleOf(staffUser),
        balanceIfApproved: 12360.05,
        balanceIfDeclined: 12480.55,
        decidedAlone: 0,
        receiverName: null,
        otherParty: null,
        earlier: [],
        sameReceipt: [],
      },
    ],
  })
export type TransactionCase = z.infer<typeof transactionCase>

export const readCase = endpoint({
  method: 'GET',
  path: '/admin/transactions/:id',
  keyScope: 'staff:read',
  policy: 'people:read',
  tag: 'Administration',
  summary: 'A transaction with the details needed to decide on it',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pendingTransfer } },
  success: { status: 200, body: transactionCase },
  refusals: ['not_found'],
})
