import { z } from 'zod'
import { EXAMPLE_USER, STATUSES } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { STATEMENT_ENTRY_STATES } from '../external-money/match-reasons.ts'
import { isoTime, line, linePattern, money, verbatimText } from '../fields.ts'
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../ledger/transaction.ts'
import { ROLES } from '../permissions.ts'

/** Of each kind. */
export const SEARCH_RESULTS = 6

const foundPerson = z.object({
  _id: z.uuid(),
  fullName: verbatimText,
  email: verbatimText,
  mobile: verbatimText,
  accountNumber: verbatimText,
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
})
export type FoundPerson = z.infer<typeof foundPerson>

const foundTransaction = z.object({
  _id: z.uuid(),
  user: z.object({ _id: z.uuid(), fullName: verbatimText }),
  type: z.enum(TRANSACTION_TYPES),
  amount: money,
  status: z.enum(TRANSACTION_STATUSES),
  createdAt: isoTime,
  reference: verbatimText,
  counterparty: verbatimText.meta({ description: 'Name; may be empty.' }),
})
export type FoundTransaction = z.infer<typeof foundTransaction>

const foundEntry = z.object({
  _id: z.uuid(),
  account: verbatimText.meta({ description: 'Name of the external account.' }),
  bookedOn: z.iso.date(),
  amount: money,
  counterpartyName: verbatimText.nullable(),
  text: verbatimText,
  state: z.enum(STATEMENT_ENTRY_STATES),
})
export type FoundEntry = z.infer<typeof foundEntry>

const { _id, fullName, email, mobile, accountNumber, role, status } = EXAMPLE_USER
const searchResults = z
  .object({
    people: z.array(foundPerson),
    transactions: z.array(foundTransaction),
    entries: z
      .array(foundEntry)
      .meta({ description: 'Entries of bank statements; none for staff who may not read them.' }),
    morePeople: z.boolean().meta({ description: 'Whether further people match.' }),
    moreTransactions: z.boolean(),
    moreEntries: z.boolean(),
  })
  .meta({
    id: 'SearchResults',
    examples: [
      {
        people: [{ _id, fullName, email, mobile, accountNumber, role, status }],
        transactions: [],
        entries: [],
        morePeople: false,
        moreTransactions: false,
        moreEntries: false,
      },
    ],
  })
export type SearchResults = z.infer<typeof searchResults>

export const searchOffice = endpoint({
  method: 'GET',
  path: '/admin/search',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Find people, transactions and statement entries by what customers quote',
  description: `People by words of the name in any order, part of the email address, four or more digits of a phone or account number, or
their payment reference (RF). Transactions by the beginning of an id or a reference, by a whole amount as people write it, and the newest
20,000 by counterparty. Of the newest 20,000 statement entries those with the text, name, number, reference or amount. At most
${SEARCH_RESULTS} of each, newest first.`,
  query: z.strictObject({
    q: line(100, 'Search')
      .refine((text) => text.length >= 2, 'Enter at least two characters.')
      .meta({ pattern: linePattern(2) }),
  }),
  example: { query: { q: 'M7QX2-9KDTF' } },
  success: { status: 200, body: searchResults },
})
