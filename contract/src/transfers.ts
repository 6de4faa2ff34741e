import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount, line, pin, requiredLine, withAmountCents } from './fields.ts'
import { transaction } from './transactions.ts'

const CODE_TEXT = 'The transaction code has five digits.'

const form = {
  accountName: requiredLine(140, 'Account name'),
  accountNumber: requiredLine(64, 'Account number'),
  bankName: requiredLine(140, 'Bank name'),
  amount: amount('Enter a valid withdrawal amount.'),
  iban: line(64, 'IBAN').optional(),
  swiftCode: line(32, 'Swift code').optional(),
  pin,
}

const exampleForm = {
  accountName: 'Grace Example',
  accountNumber: '0532013000',
  bankName: 'Example Savings Bank',
  amount: 120.5,
  iban: '',
  swiftCode: '',
  pin: '1234',
}

export const transferBody = withAmountCents(
  z.strictObject({
    ...form,
    code: line(100, 'Code').optional().meta({ description: 'Part of the form, ignored by this endpoint.' }),
  }),
).meta({ examples: [exampleForm] })

const ALWAYS = ['same_account', 'account_pending', 'pin_missing', 'pin_incorrect'] as const
const AFTER_SECRETS = ['insufficient_balance', 'pin_locked'] as const

export const transfer = endpoint({
  method: 'POST',
  path: '/transfer',
  policy: 'signedIn',
  movesMoney: true,
  tag: 'Money',
  summary: 'Send money from own account',
  description: `The amount is held at once and posted when an administrator approves. Checked in this order: fields, status,
PIN, code, funds. Five wrong PINs in a row lock the PIN until an administrator resets it. When the account has a transaction
code the response is 'Require code': prompt for it and use \`POST /transfer-code\`.`,
  body: transferBody,
  success: { status: 201, body: transaction },
  refusals: [...ALWAYS, 'code_required', ...AFTER_SECRETS],
})

export const transferWithCode = endpoint({
  method: 'POST',
  path: '/transfer-code',
  policy: 'signedIn',
  movesMoney: true,
  tag: 'Money',
  summary: 'Send money, with the transaction code',
  description: 'As `POST /transfer`. Five wrong codes in a row lock the code until an administrator sets another.',
  body: withAmountCents(
    z.strictObject({ ...form, code: z.string({ error: CODE_TEXT }).regex(/^[0-9]{5}$/, CODE_TEXT) }),
  ).meta({ examples: [{ ...exampleForm, code: '12345' }] }),
  success: { status: 201, body: transaction },
  refusals: [...ALWAYS, 'code_incorrect', 'code_expired', ...AFTER_SECRETS, 'code_locked'],
})
