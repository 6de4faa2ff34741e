import { z } from 'zod'
import { isoTime, money } from './fields.ts'

const DAY_TEXT = 'Enter a date (YYYY-MM-DD).'
export const reportDay = z.iso
  .date({ error: DAY_TEXT })
  .refine((text) => text >= '1900' && text < '3000', DAY_TEXT)
  .meta({ description: 'A day in the bank’s time zone.', examples: ['2026-10-31'] })

const columns = {
  debits: money.meta({ description: 'The sum of all debits up to the end of the day.' }),
  credits: money.meta({ description: 'The sum of all credits up to the end of the day.' }),
  debitBalance: money.meta({ description: 'debits − credits, where that is positive; else 0.' }),
  creditBalance: money.meta({ description: 'credits − debits, where that is positive; else 0.' }),
}

export const trialBalanceRow = z
  .object({
    account: z.string().meta({
      description:
        'customers:main, customers:savings, wire_clearing, crypto_clearing, adjustments, customer_funds, suspense, or outside: and the id of an outside account.',
    }),
    name: z.string(),
    kind: z.enum(['customers', 'internal', 'outside']),
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
    currency: z.string().meta({ examples: ['USD'] }),
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
            ...{ account: 'customers:main', name: 'Customers: main accounts', kind: 'customers', accounts: 1204 },
            ...{ debits: 1841.75, credits: 12480.55, debitBalance: 0, creditBalance: 10638.8 },
          },
          {
            ...{ account: 'wire_clearing', name: 'Wire clearing', kind: 'internal', accounts: null },
            ...{ debits: 12480.55, credits: 1841.75, debitBalance: 10638.8, creditBalance: 0 },
          },
        ],
        totals: { debits: 14322.3, credits: 14322.3, debitBalance: 10638.8, creditBalance: 10638.8 },
      },
    ],
  })
export type TrialBalance = z.infer<typeof trialBalance>

/*
 * GET /admin/reports/trial-balance?on=YYYY-MM-DD&format=json|csv|pdf (audit:read; on: today when absent)
 * GET /admin/reports/journal?from=YYYY-MM-DD&to=YYYY-MM-DD           (audit:read; streamed CSV)
 * The endpoints follow with their routes.
 */
