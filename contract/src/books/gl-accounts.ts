import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { money, requiredLine, verbatimText } from '../fields.ts'
import { msg } from '../text-id.ts'
import { GL_ACCOUNT_TYPES, type GlAccountType } from './gl-account-types.ts'

const TYPES = Object.keys(GL_ACCOUNT_TYPES) as [GlAccountType, ...GlAccountType[]]
const CODE_TEXT = msg('A code has up to 20 letters, digits, dots and dashes, and begins with a letter or digit.')
export const glAccountCode = z
  .string({ error: CODE_TEXT })
  .regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/, CODE_TEXT)
  .meta({ examples: ['5100'] })

export const glAccount = z
  .object({
    code: verbatimText,
    name: z.string().meta({ description: 'In English where it is built in; otherwise as staff wrote it.' }),
    type: z.enum(TYPES),
    closed: z.boolean().meta({ description: 'No booking by hand uses it.' }),
    builtIn: z.boolean().meta({ description: 'There from the start.' }),
    closable: z
      .boolean()
      .meta({ description: 'Staff added it. The bank itself books to the others: they are never closed.' }),
    byHand: z.boolean().meta({ description: 'Journal entries may use it: not closed, and no money of customers.' }),
    balance: money.meta({
      description:
        'Debits − credits of an asset or expense, credits − debits of the others. Of all bookings until now.',
    }),
  })
  .meta({
    id: 'GlAccount',
    examples: [
      {
        code: '5100',
        name: 'Bank charges',
        type: 'expense',
        closed: false,
        builtIn: true,
        closable: false,
        byHand: true,
        balance: 12.5,
      },
    ],
  })
export type GlAccount = z.infer<typeof glAccount>

export const listGlAccounts = endpoint({
  method: 'GET',
  path: '/admin/gl-accounts',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Books',
  summary: 'The chart of accounts',
  description: 'In the order of the codes, with the present balances.',
  success: { status: 200, body: z.array(glAccount) },
})

export const addGlAccount = endpoint({
  method: 'POST',
  path: '/admin/gl-accounts',
  policy: 'books:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Books',
  summary: 'Add an account to the chart',
  description: 'The code and the type are for good.',
  body: z.strictObject({
    code: glAccountCode,
    name: requiredLine(100, 'Name'),
    type: z.enum(TYPES, { error: `The type is one of ${TYPES.join(', ')}.` }),
  }),
  example: { body: { code: EXAMPLES.newGlCode, name: 'Software licences', type: 'expense' } },
  success: { status: 201, body: glAccount },
  refusals: ['gl_account_exists'],
})

export const updateGlAccount = endpoint({
  method: 'PATCH',
  path: '/admin/gl-accounts/:code',
  policy: 'books:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Books',
  summary: 'Rename, close or reopen an account of the chart',
  description: `Only an account that staff added, with a balance of zero, can be closed. A built-in account that is renamed keeps that name in
every language.`,
  params: z.strictObject({ code: glAccountCode }),
  body: z.strictObject({
    name: requiredLine(100, 'Name').optional(),
    closed: z.boolean({ error: 'This is true or false.' }).optional(),
  }),
  example: { params: { code: EXAMPLES.glCode }, body: { name: 'Software and licences', closed: false } },
  success: { status: 200, body: glAccount },
  refusals: ['not_found', 'gl_account_built_in', 'gl_account_not_empty'],
})
