import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime, money, verbatimText, YEARS_PATTERN } from '../fields.ts'
import { GL_ACCOUNT_TYPES, type GlAccountType } from './gl-account-types.ts'
import { JOURNAL_FORMATS, type JournalFormat, REPORT_FORMATS, type ReportFormat } from './report-formats.ts'

const TYPES = Object.keys(GL_ACCOUNT_TYPES) as [GlAccountType, ...GlAccountType[]]
const DAY_TEXT = 'Enter a date (YYYY-MM-DD).'
export const reportDay = z.iso
  .date({ error: DAY_TEXT })
  .refine((text) => text >= '1900' && text < '3000', DAY_TEXT)
  .meta({ pattern: YEARS_PATTERN, description: 'A day in the bank’s time zone.', examples: ['2026-10-31'] })

const columns = {
  debits: money.meta({ description: 'The sum of all debits up to the end of the day.' }),
  credits: money.meta({ description: 'The sum of all credits up to the end of the day.' }),
  debitBalance: money.meta({ description: 'debits − credits, where that is positive; else 0.' }),
  creditBalance: money.meta({ description: 'credits − debits, where that is positive; else 0.' }),
}

export const trialBalanceRow = z
  .object({
    account: verbatimText.meta({
      description:
        'customers:main, customers:savings, wire_clearing, crypto_clearing, adjustments, customer_funds, suspense, outside: and the id of an outside account, or gl: and a code.',
    }),
    code: verbatimText.meta({ description: 'Its code in the chart of accounts.', examples: ['2000'] }),
    name: z.string(),
    type: z.enum(TYPES),
    kind: z.enum(['customers', 'internal', 'outside', 'chart']).meta({ description: 'chart: staff added it.' }),
    accounts: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How many customers’ accounts were open at the end of the day; null for other rows.' }),
    ...columns,
  })
  .meta({ id: 'TrialBalanceRow' })
export type TrialBalanceRow = z.infer<typeof trialBalanceRow>

export const trialBalance = z
  .object({
    on: reportDay,
    asOf: isoTime.meta({ description: 'The end of the day, or now on the current day.' }),
    final: z.boolean().meta({ description: 'The day is over and nothing can be booked in it any more.' }),
    currency: verbatimText.meta({ examples: ['USD'] }),
    rows: z.array(trialBalanceRow),
    totals: z.object(columns),
  })
  .meta({
    id: 'TrialBalance',
    examples: [
      {
        on: '2026-10-31',
        asOf: '2026-11-01T00:00:00.000Z',
        final: true,
        currency: 'USD',
        rows: [
          {
            account: 'customers:main',
            code: '2000',
            name: 'Customers: main accounts',
            type: 'liability',
            kind: 'customers',
            accounts: 1204,
            debits: 1841.75,
            credits: 12480.55,
            debitBalance: 0,
            creditBalance: 10638.8,
          },
          {
            account: 'wire_clearing',
            code: '1000',
            name: 'Wire clearing',
            type: 'asset',
            kind: 'internal',
            accounts: null,
            debits: 12480.55,
            credits: 1841.75,
            debitBalance: 10638.8,
            creditBalance: 0,
          },
        ],
        totals: { debits: 14322.3, credits: 14322.3, debitBalance: 10638.8, creditBalance: 10638.8 },
      },
    ],
  })
export type TrialBalance = z.infer<typeof trialBalance>

const FORMATS = Object.keys(REPORT_FORMATS) as [ReportFormat, ...ReportFormat[]]

export const readTrialBalance = endpoint({
  method: 'GET',
  path: '/admin/reports/trial-balance',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'All accounts of the books at the end of a day',
  description: `By booking date, in the bank’s time zone, in the order of the chart of accounts. Customers’ accounts are in two rows, by kind; each contra account has its own. Debits equal
credits. JSON, unless another format is chosen; a PDF is a signed document, and the audit log keeps who downloaded a file.`,
  query: z.strictObject({
    on: reportDay.optional().meta({ description: 'Today, when absent or later.', examples: ['2026-10-31'] }),
    format: z.enum(FORMATS, { error: 'The format is json, csv or pdf.' }).default('json'),
  }),
  success: { status: 200, body: trialBalance, files: ['application/pdf', 'text/csv'] },
  refusals: ['too_many'],
})

export const readJournal = endpoint({
  method: 'GET',
  path: '/admin/reports/journal',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
  rules: { from: 'Not after `to`.' },
  summary: 'Every booking from a day to a day, as CSV or for hledger',
  description: `In the order of booking, both days included; days to come are left out. CSV is UTF-8 with a byte order mark, RFC 4180. Each booking is two lines with the
same number in Entry, its debit and its credit; customers are named by their account number. The sums by code are the difference between the trial balances of the
two ends. A text that a spreadsheet would calculate begins with an apostrophe. \`format=hledger\` is a journal for hledger that begins with the balances of the day before:
\`hledger -f FILE balance\` is the trial balance of the last day. The audit log keeps who exported what, and each customer sees it in the access log.`,
  query: z
    .strictObject({
      from: reportDay.meta({ examples: ['2026-10-01'] }),
      to: reportDay.meta({ examples: ['2026-10-31'] }),
      format: z
        .enum(Object.keys(JOURNAL_FORMATS) as [JournalFormat, ...JournalFormat[]], {
          error: 'The format is csv or hledger.',
        })
        .default('csv'),
    })
    .refine(({ from, to }) => from <= to, { error: 'The first day must not be after the last.', path: ['from'] }),
  example: { query: { from: '2026-10-01', to: '2026-10-31' } },
  success: { status: 200, body: 'csv', files: ['text/plain'] },
})
