import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, money } from '../fields.ts'
import { toCents } from '../money.ts'
import { msg } from '../text-id.ts'
import { LAST_EVERY_DAY, SAVINGS_RULES, SAVINGS_SKIPS } from './savings-rule-names.ts'

const DAY_TEXT = msg('Choose a day from 1 to 28.')
const everyDay = z.int({ error: DAY_TEXT }).min(1, DAY_TEXT).max(LAST_EVERY_DAY, DAY_TEXT)

const savingsRules = z
  .object({
    roundUp: z.boolean(),
    every: z.object({ amount: money, day: z.int() }).optional().meta({ description: 'Absent: nothing every month.' }),
  })
  .meta({ id: 'SavingsRules', examples: [{ roundUp: true, every: { amount: 50, day: 1 } }] })
export type SavingsRules = z.infer<typeof savingsRules>

const savingsRun = z
  .object({
    rule: z.enum(SAVINGS_RULES),
    day: z.iso.date().meta({ description: 'Whose payments were rounded up, or on which it was due; of the bank.' }),
    amount: money,
    status: z.enum(['moved', 'skipped']),
    reason: z.enum(SAVINGS_SKIPS).optional().meta({ description: 'Why it was skipped.' }),
    transactionId: z.uuid().optional().meta({ description: 'The move, as a transaction of the main account.' }),
  })
  .meta({
    id: 'SavingsRun',
    examples: [
      { rule: 'roundUp', day: '2026-01-05', amount: 2.45, status: 'moved', transactionId: EXAMPLES.bookedDeposit },
    ],
  })
export type SavingsRun = z.infer<typeof savingsRun>

const refusals = ['not_found', 'not_savings'] as const
const onAccount = {
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  params: z.strictObject({ id }),
} as const

export const readSavingsRules = endpoint({
  ...onAccount,
  method: 'GET',
  path: '/accounts/:id/rules',
  keyScope: 'read',
  summary: 'What an own savings account saves by itself',
  example: { params: { id: EXAMPLES.savingsAccount } },
  success: { status: 200, body: savingsRules },
  refusals,
})

export const listSavingsRuns = endpoint({
  ...onAccount,
  method: 'GET',
  path: '/accounts/:id/rules/runs',
  keyScope: 'read',
  summary: 'What the rules of an own savings account have moved, newest first',
  description: 'The newest 20. A day without anything to round up is not listed.',
  example: { params: { id: EXAMPLES.savingsAccount } },
  success: { status: 200, body: z.array(savingsRun) },
  refusals,
})

export const setSavingsRules = endpoint({
  ...onAccount,
  method: 'PUT',
  path: '/accounts/:id/rules',
  fresh: false,
  summary: 'Set what an own savings account saves by itself',
  description: `Replaces the rules: without \`every\` nothing is moved every month.

\`roundUp\`: each payment from the main account that is completed from now on is rounded up to a whole unit of the currency (to a
hundred in a currency without decimals). After the end of the bank’s day the sum of the differences is moved from the main
account, by one move. Moves, transfers to own accounts, and payments that were reversed or returned by then don’t count. Payments
are rounded up for one account: turning it on here turns it off elsewhere.

\`every\`: moved from the main account on this day of each month, today included, and once per month.

What the main account can’t pay in full, or a person who is not Active can’t move, is skipped and not made up.`,
  body: z
    .strictObject({ roundUp: z.boolean(), every: z.strictObject({ amount: amount(), day: everyDay }).optional() })
    .transform(({ roundUp, every }) => ({
      roundUp,
      every: every ? { amountCents: toCents(every.amount) ?? 0n, day: every.day } : null,
    })),
  example: {
    params: { id: EXAMPLES.savingsAccount },
    body: { roundUp: true, every: { amount: 50, day: 1 } },
  },
  success: { status: 200, body: savingsRules },
  refusals: [...refusals, 'account_pending', 'account_frozen', 'account_closed'],
})
