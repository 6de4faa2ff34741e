import { z } from 'zod'
import { amountRule } from '../amount-rule.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, money, requiredLine, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'
import { EXAMPLE_USER, STATUSES } from './people.ts'

export const ACCOUNT_KINDS = ['main', 'savings'] as const
export const MAX_SAVINGS_ACCOUNTS = 9
/** A main account has no name of its own. */
export const MAIN_ACCOUNT_NAME = 'Main account'

const exampleSavings = {
  _id: EXAMPLES.savingsAccount,
  name: 'Holidays',
  kind: 'savings',
  number: '7520013847',
  balance: 850,
  held: 0,
  status: 'Active',
  openedAt: '2026-01-05T15:04:00.000Z',
  goal: 2500,
}

export const account = z
  .object({
    _id: z.uuid().meta({ description: 'A main account has its person’s id.' }),
    name: verbatimText,
    kind: z.enum(ACCOUNT_KINDS),
    number: verbatimText,
    balance: money.meta({ description: 'The available balance: posted money less what pending transfers hold.' }),
    held: money.meta({ description: 'Reserved by pending transfers.' }),
    status: z.enum(STATUSES).meta({ description: 'Of the person, or Closed if the account itself is closed.' }),
    openedAt: isoTime,
    goal: money.optional().meta({ description: 'What a savings account is to reach; absent without a goal.' }),
  })
  .meta({ id: 'Account', examples: [exampleSavings] })
export type Account = z.infer<typeof account>

export const EXAMPLE_ACCOUNT = {
  _id: EXAMPLE_USER._id,
  name: MAIN_ACCOUNT_NAME,
  kind: 'main',
  number: EXAMPLE_USER.accountNumber,
  balance: EXAMPLE_USER.balance,
  held: EXAMPLE_USER.held,
  status: 'Active',
  openedAt: EXAMPLE_USER.createdAt,
}

const name = requiredLine(60, 'Name', 'Enter a name.')
const goal = amount(() => `Enter a goal ${amountRule()}.`)

export const listAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Own accounts: the main one, then savings accounts',
  success: { status: 200, body: z.array(account).meta({ examples: [[EXAMPLE_ACCOUNT, exampleSavings]] }) },
})

const toGoalCents = <Fields extends { goal?: number | null | undefined }>({ goal, ...fields }: Fields) => ({
  ...fields,
  ...(goal === undefined ? {} : { goalCents: goal === null ? null : toCents(goal) }),
})

export const openAccount = endpoint({
  method: 'POST',
  path: '/accounts',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Open a savings account',
  description: `At most ${MAX_SAVINGS_ACCOUNTS} at a time. Its number is its own: other people can pay into it.`,
  body: z.strictObject({ name, goal: goal.optional() }).transform(toGoalCents),
  example: { body: { name: 'Holidays', goal: 2500 } },
  success: { status: 201, body: account },
  refusals: ['account_pending', 'account_frozen', 'account_closed', 'too_many_accounts'],
})

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/accounts/:id',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  rules: { goal: 'Only a savings account has a goal.' },
  summary: 'Rename an own account or change its goal',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      name: name.optional(),
      goal: goal.nullable().optional().meta({ description: 'Null removes it. Only savings accounts have a goal.' }),
    })
    .transform(toGoalCents),
  example: { params: { id: EXAMPLES.savingsAccount }, body: { name: 'Summer holidays', goal: 3000 } },
  success: { status: 200, body: account },
  refusals: ['not_found', 'account_closed'],
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/accounts/:id/close',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Close an own savings account',
  description: `Final. It needs to be empty, with nothing pending. Its transactions stay, and its number is never given out
again. Closing it again changes nothing.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.savingsAccount } },
  success: { status: 200, body: account },
  refusals: ['not_found', 'account_pending', 'account_frozen', 'account_closed', 'account_not_empty', 'main_account'],
})
