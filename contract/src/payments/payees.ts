import { z } from 'zod'
import { accountNumber, iban, swiftCode, withAccount } from '../account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, money, requiredLine, verbatimText } from '../fields.ts'

export const MAX_PAYEES = 12
export const MAX_SAVED_PAYEES = 200
export const PAYEE_CHECKS_PER_HOUR = 30

const bankDetails = {
  accountName: verbatimText,
  accountNumber: verbatimText,
  bankName: verbatimText,
  iban: verbatimText,
  swiftCode: verbatimText,
}

const exampleForm = {
  name: 'Rent',
  accountName: 'Grace Example',
  accountNumber: '0532013000',
  bankName: 'Example Savings Bank',
  iban: 'DE89370400440532013000',
  swiftCode: 'COBADEFF',
}
const { name: _, ...exampleDetails } = exampleForm

/** How the name that was entered compares with the holder of the account. */
export const PAYEE_CHECK_RESULTS = ['match', 'close', 'no_match', 'unknown', 'elsewhere'] as const

export const recentPayee = z
  .object({ ...bankDetails, lastUsedAt: isoTime })
  .meta({ id: 'RecentPayee', examples: [{ ...exampleDetails, lastUsedAt: '2026-01-05T15:04:00.000Z' }] })
export type RecentPayee = z.infer<typeof recentPayee>

export const listRecentPayees = endpoint({
  method: 'GET',
  path: '/users/payees',
  keyScope: 'read',
  policy: 'signedIn',
  tag: 'Money',
  summary: 'Payees of own transfers, latest first',
  description: `At most ${MAX_PAYEES}, each once, from the latest transfers.`,
  success: { status: 200, body: z.array(recentPayee) },
})

export const payee = z
  .object({
    _id: z.uuid(),
    name: verbatimText.meta({ description: 'What the person calls the payee.' }),
    ...bankDetails,
  })
  .meta({ id: 'Payee', examples: [{ _id: EXAMPLES.payee, ...exampleForm }] })
export type Payee = z.infer<typeof payee>

const form = {
  name: requiredLine(100, 'Name'),
  accountName: requiredLine(140, 'Account name'),
  accountNumber,
  bankName: requiredLine(140, 'Bank name'),
  iban,
  swiftCode,
}

export const listPayees = endpoint({
  method: 'GET',
  path: '/payees',
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Saved payees, by name',
  success: { status: 200, body: z.array(payee) },
})

export const addPayee = endpoint({
  method: 'POST',
  path: '/payees',
  policy: 'signedIn',
  // A stolen session must not plant an account that the person pays later.
  fresh: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Save a payee',
  description: `An account can be saved once, and at most ${MAX_SAVED_PAYEES} payees.`,
  body: withAccount(z.strictObject({ ...form, iban: iban.optional(), swiftCode: swiftCode.optional() })),
  example: { body: exampleForm },
  success: { status: 201, body: payee },
  refusals: ['payee_exists', 'payee_limit'],
})

export const payeeUpdates = z
  .strictObject(form)
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change.')
  .meta({ minProperties: 1 })
export type PayeeUpdates = z.output<typeof payeeUpdates>

/** Everything but the person's own name for the payee decides where money goes. */
const changesAccount = ({ name: _, ...details }: PayeeUpdates) => Object.keys(details).length > 0

export const updatePayee = endpoint({
  method: 'PATCH',
  path: '/payees/:id',
  policy: 'signedIn',
  fresh: changesAccount,
  apiOnly: true,
  tag: 'Money',
  summary: 'Change a saved payee',
  description: 'Only the given fields change. Anything but `name` needs a fresh session.',
  params: z.strictObject({ id }),
  body: payeeUpdates,
  example: {
    params: { id: EXAMPLES.payee },
    body: { ...exampleForm, name: 'Rent, new flat', accountNumber: '0532013001' },
  },
  success: { status: 200, body: payee },
  refusals: ['not_found', 'payee_exists'],
})

export const deletePayee = endpoint({
  method: 'DELETE',
  path: '/payees/:id',
  policy: 'signedIn',
  fresh: true,
  apiOnly: true,
  tag: 'Money',
  summary: 'Delete a saved payee',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.payee } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const checkPayee = endpoint({
  method: 'POST',
  path: '/payees/check',
  keyScope: 'transfer',
  policy: 'signedIn',
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  summary: 'Compare a name with the holder of an account',
  description: `Confirmation of payee. \`elsewhere\`: the account is not in this bank. \`unknown\`: the bank is this one by name, and has no such
account; a transfer is refused. Only \`close\` names the holder.
\`instantUpTo\` is for accounts of this bank that the caller has paid before.
At most ${PAYEE_CHECKS_PER_HOUR} checks an hour.`,
  body: withAccount(
    z.strictObject({
      accountNumber: form.accountNumber,
      accountName: form.accountName,
      bankName: form.bankName.optional(),
      iban: iban.optional(),
    }),
  ),
  example: {
    body: {
      accountNumber: exampleForm.accountNumber,
      accountName: exampleForm.accountName,
      bankName: exampleForm.bankName,
    },
  },
  success: {
    status: 200,
    body: z
      .object({
        result: z.enum(PAYEE_CHECK_RESULTS),
        name: verbatimText.optional().meta({ description: 'The account holder, for `close` only.' }),
        bankName: verbatimText.optional().meta({
          description:
            'The name of this bank, where the account is in it and another bank was entered: ask before paying.',
        }),
        instantUpTo: money.optional().meta({
          description:
            'Up to this amount, a transfer to the account is usually completed at once. Absent: it is reviewed first.',
        }),
      })
      .meta({ id: 'PayeeCheck', examples: [{ result: 'close', name: 'Grace Example' }] }),
  },
  refusals: ['too_many'],
})
export type PayeeCheck = z.infer<(typeof checkPayee)['success']['body']>
