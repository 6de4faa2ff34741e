import { z } from 'zod'
import { STATUSES } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { isoTime, money, verbatimText } from '../fields.ts'
import { pageLimit } from '../paging.ts'

const format = z.enum(['json', 'csv'], { error: 'The format is json or csv.' }).default('json')
const shared = {
  method: 'GET',
  keyScope: 'staff:read',
  policy: 'audit:read',
  apiOnly: true,
  tag: 'Administration',
} as const
const files = ['text/csv'] as const
const FILES_TEXT =
  'The audit log keeps who downloaded a file, and customers see in their access log that they were in it.'

const MONTHS_TEXT = 'The months are a whole number between 1 and 120.'
const months = z
  .string({ error: MONTHS_TEXT })
  .regex(/^[1-9][0-9]{0,2}$/, MONTHS_TEXT)
  .transform(Number)
  .refine((count) => count <= 120, MONTHS_TEXT)
  .prefault('12')
  .meta({
    wire: { type: 'integer', minimum: 1, maximum: 120, default: 12 },
    description: 'At most 120; 12 when absent.',
  })
const limit = pageLimit(100, 9_999)

export const newCustomers = z
  .object({
    month: z.string().meta({ examples: ['2026-10'] }),
    opened: z.number().int().meta({ description: 'People who joined in the month, without staff.' }),
    closed: z.number().int().meta({ description: 'Accounts of people that were closed in the month.' }),
    total: z.number().int().meta({ description: 'People at the end of the month whose account is not closed.' }),
  })
  .meta({ id: 'NewCustomers', examples: [{ month: '2026-10', opened: 31, closed: 2, total: 1204 }] })
export type NewCustomers = z.infer<typeof newCustomers>

const holder = z.object({ _id: z.uuid(), fullName: verbatimText, status: z.enum(STATUSES) })
const EXAMPLE_HOLDER = {
  _id: '0198c1a1-22bb-7000-8000-5e4f3a2b1c0d',
  fullName: 'Ada Example',
  status: 'Active',
} as const

export const reportedAccount = z
  .object({
    accountNumber: verbatimText,
    kind: z.enum(['main', 'savings']),
    user: holder,
    balance: money,
    lastBookedAt: isoTime.nullable().meta({ description: 'Null: nothing was ever booked.' }),
    openedAt: isoTime,
  })
  .meta({
    id: 'ReportedAccount',
    examples: [
      {
        accountNumber: '4821736450',
        kind: 'main',
        user: EXAMPLE_HOLDER,
        balance: 8120.5,
        lastBookedAt: '2025-03-02T10:00:00.000Z',
        openedAt: '2024-01-05T15:04:00.000Z',
      },
    ],
  })
export type ReportedAccount = z.infer<typeof reportedAccount>

export const readNewCustomers = endpoint({
  ...shared,
  path: '/admin/reports/customers',
  summary: 'New customers by month, newest first',
  description: 'In the bank’s time zone, the current month included.',
  query: z.strictObject({ months, format }),
  success: { status: 200, body: z.array(newCustomers), files },
})

export const readDormantAccounts = endpoint({
  ...shared,
  path: '/admin/reports/dormant',
  summary: 'Open accounts without a booking for some months, longest first',
  description: `Accounts of customers that were opened before that time. ${FILES_TEXT}`,
  query: z.strictObject({ months, limit, format }),
  success: { status: 200, body: z.array(reportedAccount), files },
})

export const readLargestAccounts = endpoint({
  ...shared,
  path: '/admin/reports/largest',
  summary: 'The accounts with the largest balances',
  description: FILES_TEXT,
  query: z.strictObject({ limit, format }),
  success: { status: 200, body: z.array(reportedAccount), files },
})
