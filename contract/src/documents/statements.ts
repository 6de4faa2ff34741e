import { z } from 'zod'
import { ACCOUNT_KINDS, EXAMPLE_ACCOUNT } from '../customers/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, money, verbatimText } from '../fields.ts'
import { counterparty } from '../ledger/transaction.ts'
import { STATEMENT_FORMATS, type StatementFormat } from './statement-formats.ts'

const MONTH_TEXT = 'Enter a month (YYYY-MM).'
const month = z
  .string({ error: MONTH_TEXT })
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, MONTH_TEXT)
  .meta({ description: 'YYYY-MM, a month in the bank’s time zone.', examples: ['2026-10'] })

const totals = {
  month,
  opening: money,
  credits: money.meta({ description: 'The sum of what was booked to the account.' }),
  debits: money.meta({ description: 'The sum of what was booked from it, positive.' }),
  closing: money.meta({ description: 'opening + credits − debits; the opening of the next month.' }),
  count: z.number().int().meta({ description: 'The number of booked transactions.' }),
  final: z.boolean().meta({ description: 'The month is over, and its statement never changes again.' }),
}
const exampleTotals = {
  month: '2026-10',
  opening: 1200,
  credits: 3200,
  debits: 1841.75,
  closing: 2558.25,
  count: 14,
  final: true,
}

export const statementTotals = z.object(totals).meta({ id: 'StatementTotals', examples: [exampleTotals] })
export type StatementTotals = z.infer<typeof statementTotals>

const day = z.iso.date().meta({ examples: ['2026-10-05'] })

export const statementLine = z
  .object({
    number: z.number().int().meta({ description: 'Counts the bookings of the account, from 1.' }),
    transactionId: z.uuid(),
    bookedOn: day,
    valueOn: day,
    description: z.string(),
    reference: verbatimText,
    message: verbatimText.optional().meta({ description: 'What the payer wrote for the payee; absent: nothing.' }),
    counterparty: counterparty.nullable(),
    amount: money.meta({ description: 'Negative for a debit.' }),
    balance: money.meta({ description: 'After this transaction.' }),
  })
  .meta({ id: 'StatementLine' })
export type StatementLine = z.infer<typeof statementLine>

const { _id, name, kind, number, openedAt } = EXAMPLE_ACCOUNT

export const statement = z
  .object({
    staffCopy: z.literal(true).optional().meta({ description: 'Only in a copy issued by staff.' }),
    ...totals,
    from: day.meta({ description: 'The first day of the month.' }),
    to: day.meta({ description: 'The last day of the month.' }),
    currency: verbatimText,
    account: z.object({
      _id: z.uuid(),
      number: verbatimText,
      name: z.string(),
      kind: z.enum(ACCOUNT_KINDS),
      openedAt: isoTime,
    }),
    holder: z.object({ name: verbatimText, address: verbatimText }),
    institution: z.object({ name: verbatimText, legalName: verbatimText, address: verbatimText }),
    transactions: z.array(statementLine),
  })
  .meta({
    id: 'Statement',
    examples: [
      {
        ...exampleTotals,
        credits: 0,
        debits: 120.5,
        closing: 1079.5,
        count: 1,
        from: '2026-10-01',
        to: '2026-10-31',
        currency: 'USD',
        account: { _id, name, kind, number, openedAt },
        holder: { name: 'Ada Example', address: '' },
        institution: { name: 'Fable Bank', legalName: '', address: '12 Storyteller Lane, Fableton, FB 10142' },
        transactions: [
          {
            number: 41,
            transactionId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
            bookedOn: '2026-10-05',
            valueOn: '2026-10-05',
            description: 'Wire transfer',
            reference: 'M7QX2-9KDTF',
            counterparty: {
              accountName: 'Grace Example',
              accountNumber: '0532013000',
              bankName: 'Example Savings Bank',
              iban: '',
              swiftCode: '',
            },
            amount: -120.5,
            balance: 1079.5,
          },
        ],
      },
    ],
  })
export type Statement = z.infer<typeof statement>

const FORMATS = Object.keys(STATEMENT_FORMATS) as [StatementFormat, ...StatementFormat[]]
const format = z
  .enum(FORMATS, { error: 'The format is pdf, csv, json, ofx or camt053.' })
  .default('json')
  .meta({ description: 'OFX is version 2.2, camt053 the ISO 20022 message camt.053.001.08.' })
const accountId = id.optional().meta({ description: 'One of the accounts; the main one, when absent.' })

const files = FORMATS.filter((name) => name !== 'json').map(
  (name) => STATEMENT_FORMATS[name].mediaType.split(';')[0] ?? '',
)

const LIST_DESCRIPTION = `Every month from the opening of the account to the current one, by booking date in the bank’s time zone. opening +
credits − debits = closing, which is the opening of the next month. A month that is over is final: a quarter of an hour after its end,
when nothing can be booked in it any more.`
const READ_DESCRIPTION =
  'JSON, unless another format is chosen. A final month has the same bytes every time. A month before the account or in the future is not found.'

export const listStatements = endpoint({
  method: 'GET',
  path: '/statements',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Monthly statements of an own account, newest first',
  description: LIST_DESCRIPTION,
  query: z.strictObject({ accountId }),
  success: { status: 200, body: z.array(statementTotals) },
  refusals: ['not_found'],
})

export const readStatement = endpoint({
  method: 'GET',
  path: '/statements/:month',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'The statement of one month, as a file or JSON',
  description: READ_DESCRIPTION,
  params: z.strictObject({ month }),
  query: z.strictObject({ accountId, format }),
  example: { params: { month: EXAMPLES.month } },
  success: { status: 200, body: statement, files },
  refusals: ['not_found'],
})

export const listPersonStatements = endpoint({
  method: 'GET',
  path: '/admin/statements',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Monthly statements of a person, newest first',
  description: `${LIST_DESCRIPTION} The person sees in their access log that staff looked.`,
  query: z.strictObject({ userId: id, accountId }),
  example: { query: { userId: EXAMPLES.customer } },
  success: { status: 200, body: z.array(statementTotals) },
  refusals: ['not_found'],
})

export const readPersonStatement = endpoint({
  method: 'GET',
  path: '/admin/statements/:month',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'A person’s statement of one month, as a file or JSON',
  description: `Every format is marked as a copy issued by staff. The person sees in their access log that staff opened it. CSV, OFX and
camt.053 are exports, for those who may export. ${READ_DESCRIPTION}`,
  params: z.strictObject({ month }),
  query: z.strictObject({ userId: id, accountId, format }),
  example: { params: { month: EXAMPLES.month }, query: { userId: EXAMPLES.customer } },
  success: { status: 200, body: statement, files },
  refusals: ['not_found'],
})
