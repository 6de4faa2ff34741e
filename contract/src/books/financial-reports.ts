import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime, money, verbatimText } from '../fields.ts'
import { REPORT_FORMATS, type ReportFormat } from './report-formats.ts'
import { reportDay } from './reports.ts'

const FORMATS = Object.keys(REPORT_FORMATS) as [ReportFormat, ...ReportFormat[]]
const format = z.enum(FORMATS, { error: 'The format is json, csv or pdf.' }).default('json')
const shared = {
  method: 'GET',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
  refusals: ['too_many'],
} as const
const files = ['application/pdf', 'text/csv'] as const

const section = z.object({
  rows: z.array(
    z.object({
      code: verbatimText,
      account: verbatimText.meta({ description: 'Its name in bookings.' }),
      name: z.string(),
      balance: money.meta({ description: 'Positive on the side on which its type grows.' }),
    }),
  ),
  total: money,
})
const when = {
  asOf: isoTime.meta({ description: 'The end of the last day, or now.' }),
  final: z.boolean().meta({ description: 'The last day is over and nothing can be booked in it any more.' }),
  currency: verbatimText.meta({ examples: ['USD'] }),
}

const EXAMPLE_ROW = { code: '1000', account: 'wire_clearing', name: 'Wire clearing', balance: 10638.8 }

export const balanceSheet = z
  .object({
    on: reportDay,
    ...when,
    assets: section,
    liabilities: section,
    equity: section,
    result: money.meta({ description: 'All income minus all expenses since the bank began.' }),
    total: money.meta({ description: 'liabilities + equity + result, which equals the assets.' }),
  })
  .meta({
    id: 'BalanceSheet',
    examples: [
      {
        on: '2026-10-31',
        asOf: '2026-11-01T00:00:00.000Z',
        final: true,
        currency: 'USD',
        assets: { rows: [EXAMPLE_ROW], total: 10638.8 },
        liabilities: {
          rows: [{ code: '2000', account: 'customers:main', name: 'Customers: main accounts', balance: 10638.8 }],
          total: 10638.8,
        },
        equity: { rows: [], total: 0 },
        result: 0,
        total: 10638.8,
      },
    ],
  })
export type BalanceSheet = z.infer<typeof balanceSheet>

export const profitAndLoss = z
  .object({
    from: reportDay,
    to: reportDay,
    ...when,
    income: section,
    expenses: section,
    result: money.meta({ description: 'income − expenses' }),
  })
  .meta({
    id: 'ProfitAndLoss',
    examples: [
      {
        from: '2026-10-01',
        to: '2026-10-31',
        asOf: '2026-11-01T00:00:00.000Z',
        final: true,
        currency: 'USD',
        income: { rows: [], total: 0 },
        expenses: {
          rows: [{ code: '5100', account: 'gl:5100', name: 'Bank charges', balance: 12.5 }],
          total: 12.5,
        },
        result: -12.5,
      },
    ],
  })
export type ProfitAndLoss = z.infer<typeof profitAndLoss>

export const readBalanceSheet = endpoint({
  ...shared,
  path: '/admin/reports/balance-sheet',
  summary: 'Assets, liabilities and equity at the end of a day',
  description:
    'By booking date, in the bank’s time zone, by the types of the chart of accounts. JSON, unless another format is chosen; a PDF is a signed document, and the audit log keeps who downloaded a file.',
  query: z.strictObject({
    on: reportDay.optional().meta({ description: 'Today, when absent or later.', examples: ['2026-10-31'] }),
    format,
  }),
  success: { status: 200, body: balanceSheet, files },
})

export const readProfitAndLoss = endpoint({
  ...shared,
  path: '/admin/reports/profit-and-loss',
  rules: { from: 'Not after `to`.' },
  summary: 'Income and expenses from a day to a day',
  description:
    'By booking date, in the bank’s time zone, both days included. JSON, unless another format is chosen; a PDF is a signed document, and the audit log keeps who downloaded a file.',
  query: z
    .strictObject({
      from: reportDay.optional().meta({ description: 'The first day of the year of `to`, when absent.' }),
      to: reportDay.optional().meta({ description: 'Today, when absent or later.' }),
      format,
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      error: 'The first day must not be after the last.',
      path: ['from'],
    }),
  success: { status: 200, body: profitAndLoss, files },
})
