import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, money } from '../fields.ts'
import { toCents } from '../money.ts'
import { msg } from '../text-id.ts'
import { CATEGORIES } from './categories.ts'
import { category } from './transactions.ts'

export const budgets = z
  .object({
    budgets: z
      .array(z.object({ category, amount: money }))
      .meta({ description: 'What the person wants to spend in a month, in the order of the categories.' }),
  })
  .meta({ id: 'Budgets', examples: [{ budgets: [{ category: 'groceries', amount: 400 }] }] })
export type Budgets = z.infer<typeof budgets>

const LIST_TEXT = msg('Give budgets as a list.')
const ONCE_TEXT = msg('Give at most one budget for each category.')

/** A budget in cents. */
export type Budget = { category: z.infer<typeof category>; amountCents: bigint }

export const readBudgets = endpoint({
  method: 'GET',
  path: '/users/budgets',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'People',
  summary: 'Own monthly budgets',
  success: { status: 200, body: budgets },
})

export const updateBudgets = endpoint({
  method: 'PUT',
  path: '/users/budgets',
  needsAccount: true,
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'People',
  rules: { budgets: 'At most one for each category.' },
  summary: 'Set the own monthly budgets',
  description: `Replaces all of them; an empty list removes them. The person is told when 80 % and when all of a budget is spent in a month
of the bank, once each for a category and month, however often the budget or the category of a transaction changes. \`GET
/users/spending\` says what counts.`,
  body: z.strictObject({
    budgets: z
      .array(z.strictObject({ category, amount: amount() }), { error: LIST_TEXT })
      .max(CATEGORIES.length, ONCE_TEXT)
      .refine((given) => new Set(given.map((budget) => budget.category)).size === given.length, {
        error: ONCE_TEXT,
      })
      .transform((given) =>
        given.map((budget): Budget => ({ category: budget.category, amountCents: toCents(budget.amount) ?? 0n })),
      ),
  }),
  example: { body: { budgets: [{ category: 'groceries', amount: 400 }] } },
  success: { status: 200, body: budgets },
})
