import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dollars, isoTime } from './fields.ts'

/** The contra side of every posting; no customer owns one. */
export const INTERNAL_ACCOUNTS = ['wire_clearing', 'crypto_clearing', 'adjustments', 'customer_funds'] as const

export const bookCheck = z
  .object({
    verifiedAt: isoTime.meta({ description: 'The moment that all figures beside it are of.' }),
    customerBalances: dollars.meta({ description: 'The sum of all balances, held money included.' }),
    internalAccounts: z.array(z.object({ name: z.enum(INTERNAL_ACCOUNTS), balance: dollars })),
    difference: dollars.meta({
      description: 'Customer balances and internal accounts together: 0, or the books are wrong.',
    }),
    crookedAccounts: z.number().int().meta({ description: 'Accounts whose balance is not the sum of their postings.' }),
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

const counted = z.object({ count: z.number().int(), amount: dollars })

export const overview = z
  .object({
    waiting: z.object({
      count: z.number().int(),
      oldestSubmittedAt: isoTime.nullable().meta({ description: 'Since when the one that waits longest has waited.' }),
    }),
    today: z
      .object({ date: z.string().meta({ examples: ['2026-01-05'] }), deposits: counted, transfers: counted })
      .meta({ description: 'Completed, with today’s value date; a day as the bank’s time zone has it.' }),
    books: bookCheck
      .nullable()
      .meta({ description: 'The last proof of the books, as of its own time; null before the first.' }),
    fourEyesAbove: dollars.nullable().meta({
      description: 'Above this a fund, debit or approval takes two administrators; null: none does.',
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
  policy: 'admin',
  tag: 'Administration',
  summary: 'How the bank stands',
  description: `What waits and what happened today is counted when asked. The proof of the books reads every posting, so it is
made in the background every ten minutes, or when asked for (\`POST /admin/book-checks\`), and shown with its time.`,
  success: { status: 200, body: overview },
})

export const checkBooksNow = endpoint({
  method: 'POST',
  path: '/admin/book-checks',
  policy: 'admin',
  tag: 'Administration',
  summary: 'Verify the books now',
  description: 'Who asks while it is being done gets the result of the one under way.',
  success: { status: 201, body: bookCheck },
})
