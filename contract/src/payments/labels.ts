import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, lines, money } from '../fields.ts'
import { msg } from '../text-id.ts'
import { category, ownTransaction } from './transactions.ts'

export const MAX_OWN_NOTE_LENGTH = 500

export const readTransaction = endpoint({
  method: 'GET',
  path: '/transactions/:id',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'One of the own transactions',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pendingTransfer } },
  success: { status: 200, body: ownTransaction },
  refusals: ['not_found'],
})

export const labelTransaction = endpoint({
  method: 'PATCH',
  path: '/transactions/:id',
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  summary: 'Set the own note or category of a transaction',
  description: `Only the given fields change. With \`always\`, the category is that of all transactions with this payee, past and future,
for which no other was chosen. The payee is the account that was paid (its IBAN, or its number at its bank), or the name where there is
none; of money that came in, the sender. Without \`always\` it is for this transaction only, and a guess for others with the same account
of which nothing else is known.`,
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      note: lines(MAX_OWN_NOTE_LENGTH, 'Note').optional(),
      category: category.nullable().optional().meta({ description: 'Null: no category, and no guess.' }),
      always: z
        .boolean({ error: msg('Give always as true or false.') })
        .optional()
        .meta({ description: 'For this payee’s other transactions too. Together with `category`.' }),
    })
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change.')
    .refine(({ always, category }) => always === undefined || category !== undefined, {
      error: msg('Give always together with a category.'),
      path: ['always'],
    })
    .meta({ minProperties: 1 }),
  example: { params: { id: EXAMPLES.pendingTransfer }, body: { note: 'Birthday', category: 'family', always: true } },
  rules: { always: 'The transaction has a payee or a sender, and `category` is given.' },
  success: { status: 200, body: ownTransaction },
  refusals: ['not_found'],
})

const MONTH_TEXT = 'Enter a month (YYYY-MM).'

export const spending = z
  .object({
    month: z.string(),
    total: money,
    categories: z
      .array(z.object({ category: category.nullable().meta({ description: 'Null: none.' }), amount: money }))
      .meta({ description: 'Largest first. The amounts add up to the total.' }),
  })
  .meta({
    id: 'Spending',
    examples: [{ month: '2026-01', total: 1841.75, categories: [{ category: 'housing', amount: 1841.75 }] }],
  })
export type Spending = z.infer<typeof spending>

export const readSpending = endpoint({
  method: 'GET',
  path: '/users/spending',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'People',
  summary: 'Spending of a month by category',
  description: `Completed transfers of all own accounts; money between them is no spending. Without a month: the current one.
If nothing was spent from savings accounts, the total is the month’s \`transfers\` of \`GET /users/months\`.`,
  query: z.strictObject({
    month: z
      .string({ error: MONTH_TEXT })
      .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, MONTH_TEXT)
      .optional()
      .meta({ examples: ['2026-01'] }),
  }),
  success: { status: 200, body: spending },
})
