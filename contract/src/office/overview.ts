import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime, money } from '../fields.ts'

/** The contra side of every posting; no customer owns one. */
export const INTERNAL_ACCOUNTS = ['wire_clearing', 'crypto_clearing', 'adjustments', 'customer_funds'] as const

export const bookCheck = z
  .object({
    verifiedAt: isoTime.meta({ description: 'The time of the check, for all its numbers.' }),
    customerBalances: money.meta({ description: 'The sum of all balances, including held amounts.' }),
    internalAccounts: z.array(z.object({ name: z.enum(INTERNAL_ACCOUNTS), balance: money })),
    difference: money.meta({
      description: 'The sum of customer balances and internal accounts: 0 when the books balance.',
    }),
    crookedAccounts: z
      .number()
      .int()
      .meta({ description: 'Accounts whose balance, held money or postings are wrong.' }),
    accounts: z.number().int(),
    postings: z.number().int(),
  })
  .meta({
    id: 'BookCheck',
    examples: [
      {
        verifiedAt: '2026-01-05T15:04:00.000Z',
        customerBalances: 17480.55,
        internalAccounts: [
          { name: 'wire_clearing', balance: -12480.55 },
          { name: 'crypto_clearing', balance: 0 },
          { name: 'adjustments', balance: -5000 },
          { name: 'customer_funds', balance: 0 },
        ],
        difference: 0,
        crookedAccounts: 0,
        accounts: 64,
        postings: 912,
      },
    ],
  })
export type BookCheck = z.infer<typeof bookCheck>

const counted = z.object({ count: z.number().int(), amount: money })

export const overview = z
  .object({
    waiting: z.object({
      count: z.number().int(),
      oldestSubmittedAt: isoTime.nullable().meta({ description: 'When the oldest pending one was submitted.' }),
    }),
    today: z
      .object({ date: z.string().meta({ examples: ['2026-01-05'] }), deposits: counted, transfers: counted })
      .meta({ description: 'Booked today in the bank’s time zone, whatever the value date.' }),
    books: bookCheck.nullable().meta({
      description:
        'The last check of the books; null before the first, and for staff without the permission to read reports.',
    }),
    fourEyesAbove: money.nullable().meta({
      description: 'Credits, debits and approvals above this need two administrators; null: none do.',
    }),
  })
  .meta({
    id: 'Overview',
    examples: [
      {
        waiting: { count: 3, oldestSubmittedAt: '2026-01-05T09:12:00.000Z' },
        today: { date: '2026-01-05', deposits: { count: 4, amount: 1250 }, transfers: { count: 2, amount: 310.5 } },
        books: null,
        fourEyesAbove: null,
      },
    ],
  })
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  keyScope: 'staff:read',
  policy: 'people:read',
  tag: 'Administration',
  summary: 'Overview of the bank',
  description: `Pending and today’s transactions are counted on request. The check of the books reads what is new and a part of the past,
so it runs in the background every ten minutes, or on request (\`POST /admin/book-checks\`), and is returned with its time.`,
  success: { status: 200, body: overview },
})

export const checkBooksNow = endpoint({
  method: 'POST',
  path: '/admin/book-checks',
  fresh: false,
  policy: 'audit:read',
  tag: 'Administration',
  summary: 'Verify the books now',
  description: 'Concurrent requests share the result of the running check.',
  success: { status: 201, body: bookCheck },
})
