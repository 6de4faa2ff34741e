import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dollars, id } from './fields.ts'
import { user } from './people.ts'
import { adminTransaction } from './transactions.ts'

const exampleOf = (schema: z.ZodType) => (schema.meta()?.examples as unknown[] | undefined)?.[0]

/** How many earlier decisions on the person, and other deposits with the same receipt, are shown. */
export const CASE_LIST_LENGTH = 5

export const transactionCase = z
  .object({
    transaction: adminTransaction,
    user: user.meta({ description: 'The account holder as they are now.' }),
    balanceIfApproved: dollars.meta({ description: 'What the person could spend then.' }),
    balanceIfDeclined: dollars,
    receiverName: z.string().nullable().meta({
      description:
        'Who gets a transfer that stays inside the bank: the name of the account’s holder, whatever was typed.',
    }),
    earlier: z.array(adminTransaction).meta({
      description: `The last ${CASE_LIST_LENGTH} decisions on this person’s deposits and transfers, newest value date first.`,
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
        user: exampleOf(user),
        balanceIfApproved: 12360.05,
        balanceIfDeclined: 12480.55,
        receiverName: null,
        earlier: [],
        sameReceipt: [],
      },
    ],
  })
export type TransactionCase = z.infer<typeof transactionCase>

export const readCase = endpoint({
  method: 'GET',
  path: '/admin/transactions/:id',
  policy: 'admin',
  tag: 'Administration',
  summary: 'All that a decision on a transaction rests on',
  params: z.strictObject({ id }),
  success: { status: 200, body: transactionCase },
  refusals: ['not_found'],
})
