import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id } from '../fields.ts'
import { externalAccount } from './external-accounts.ts'

const number = z.string().regex(/^[0-9A-Za-z]{1,60}$/, 'Letters and digits only, at most 60.')

const shared = { policy: 'outside:manage', fresh: true, apiOnly: true, tag: 'Outside money' } as const

export const rememberStatementNumber = endpoint({
  ...shared,
  method: 'PUT',
  path: '/admin/outside-accounts/:id/numbers/:number',
  summary: 'Say that a number in files means an account',
  description: `Where a file has several unclear numbers; for one, import the file with \`outsideAccountId\`. A number means one account: it is
taken from the account that it meant before. Files that are imported already stay where they are.`,
  params: z.strictObject({ id, number }),
  example: { params: { id: EXAMPLES.externalAccount, number: '532013000' } },
  success: { status: 200, body: externalAccount },
  refusals: ['not_found', 'outside_account_exists'],
})

export const forgetStatementNumber = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/outside-accounts/:id/numbers/:number',
  summary: 'Forget that a number in files means an account',
  description: 'The next file with it asks again. Files that are imported already stay where they are.',
  params: z.strictObject({ id, number }),
  example: { params: { id: EXAMPLES.externalAccount, number: EXAMPLES.statementNumber } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})
