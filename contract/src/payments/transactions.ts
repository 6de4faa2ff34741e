import { z } from 'zod'
import { SECOND_PERSON_RULES } from '../authority/proposal-kinds.ts'
import { tagTexts } from '../customers/tags.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, lines, money, verbatimText } from '../fields.ts'
import { counterparty, TRANSACTION_METHODS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../ledger/transaction.ts'
import { pageLimit, rankCursor } from '../paging.ts'
import { msg } from '../text-id.ts'
import { CATEGORIES } from './categories.ts'
import { RISK_FLAGS } from './risk-flags.ts'
import { commonFilters, staffFilters, staffSort } from './transaction-filters.ts'

const exampleTransaction = {
  _id: EXAMPLES.pendingTransfer,
  type: 'Transfer',
  amount: -120.5,
  status: 'Pending',
  createdAt: '2026-01-05T15:04:00.000Z',
  bookedAt: null,
  updatedAt: '2026-01-05T15:04:00.000Z',
  method: 'wire',
  reference: 'M7QX2-9KDTF',
  message: 'Invoice 4711',
  reason: '',
  receipt: null,
  counterparty: {
    accountName: 'Grace Example',
    accountNumber: '0532013000',
    bankName: 'Example Savings Bank',
    iban: '',
    swiftCode: '',
  },
  crypto: null,
  reverses: null,
  reversedBy: null,
  returns: null,
  returnedBy: null,
}

export const transaction = z
  .object({
    _id: z.uuid(),
    accountId: z
      .uuid()
      .optional()
      .meta({ description: 'The savings account whose money it is; absent for the main account.' }),
    type: z.enum(TRANSACTION_TYPES),
    amount: money.meta({ description: 'Positive for a Deposit, negative for a Transfer.' }),
    status: z.enum(TRANSACTION_STATUSES),
    createdAt: isoTime.meta({ description: 'The value date.' }),
    bookedAt: isoTime.nullable().meta({ description: 'When it was posted, by the server’s clock; null before.' }),
    updatedAt: isoTime.meta({
      description: 'When it was submitted, decided, reversed or returned: the latest of them.',
    }),
    method: z.enum(TRANSACTION_METHODS),
    reference: verbatimText,
    message: verbatimText.meta({ description: 'What the payer wrote for the payee; may be empty.' }),
    reason: z.string().meta({ description: 'Why it was declined or returned; may be empty.' }),
    receipt: z.string().nullable().meta({ description: 'The receipt’s imageUrl.' }),
    counterparty: counterparty.nullable(),
    crypto: z
      .object({ currency: verbatimText, rate: verbatimText, amountDue: verbatimText })
      .nullable()
      .meta({ description: 'The quote of a crypto deposit, exact decimals as text.' }),
    reverses: z.uuid().nullable().meta({ description: 'The transaction that this one reverses.' }),
    reversedBy: z.uuid().nullable().meta({ description: 'The transaction that reversed this one.' }),
    returns: z.uuid().nullable().meta({
      description: 'The wire that the outside bank sent back and this one credits; `reason` says why.',
    }),
    returnedBy: z.uuid().nullable().meta({ description: 'The transaction that credited this wire back.' }),
  })
  .meta({ id: 'Transaction', examples: [exampleTransaction] })
export type Transaction = z.infer<typeof transaction>

export const category = z.enum(CATEGORIES, { error: 'Choose one of the categories.' })
const categoryFilter = z.enum([...CATEGORIES, 'none'], { error: 'Choose one of the categories, or none.' })
export type CategoryFilter = z.infer<typeof categoryFilter>

/** A transaction as its owner sees it: with their own note and category. */
export const ownTransaction = transaction
  .extend({
    note: verbatimText.meta({ description: 'The owner’s own note. Staff don’t see it.' }),
    category: category.nullable().meta({ description: 'Chosen by the owner, or guessed; null for none.' }),
    categoryGuessed: z.boolean().meta({
      description: `Nobody chose it: the payee or the message is known to everybody, or the owner once chose the category for another
transaction with this counterparty.`,
    }),
    categoryAlways: z
      .boolean()
      .meta({ description: 'The owner chose what is always taken for this payee, and nothing else for this one.' }),
  })
  .meta({
    id: 'OwnTransaction',
    examples: [
      { ...exampleTransaction, note: 'Birthday', category: 'family', categoryGuessed: false, categoryAlways: false },
    ],
  })
export type OwnTransaction = z.infer<typeof ownTransaction>

const administrator = z.object({ _id: z.uuid(), fullName: verbatimText })

export const adminTransaction = transaction
  .extend({
    user: z.object({ _id: z.uuid(), fullName: verbatimText, email: verbatimText }),
    account: z
      .object({ name: verbatimText, number: verbatimText })
      .optional()
      .meta({ description: 'The savings account whose money it is; absent for the main account.' }),
    note: verbatimText.meta({ description: 'For staff only: the note of a fund or debit, the reason of a reversal.' }),
    flags: z.array(z.enum(RISK_FLAGS)).meta({ description: 'What to check before deciding. Customers never see it.' }),
    tags: tagTexts,
    pendingReversal: z
      .uuid()
      .nullable()
      .meta({ description: 'A proposed reversal of this transaction that another member of staff has to confirm.' }),
    duplicateReceipt: z.boolean().meta({ description: 'The same receipt file was sent with another deposit.' }),
    submittedAt: isoTime.meta({ description: 'When it was submitted.' }),
    decidedAt: isoTime.nullable(),
    decidedBy: administrator.nullable().meta({ description: 'Who approved or declined it, or who funded or debited.' }),
    proposedAt: isoTime.nullable(),
    proposedBy: administrator.nullable().meta({
      description: 'The administrator who proposed it, if it needs two; another one has to confirm.',
    }),
  })
  .meta({
    id: 'AdminTransaction',
    examples: [
      {
        ...exampleTransaction,
        user: {
          _id: '0198b7c0-11aa-7000-8000-5d2e8f3a9b10',
          fullName: 'Ada Example',
          email: 'ada@fable.example',
        },
        note: '',
        flags: ['new_payee'],
        tags: ['Fraud team'],
        pendingReversal: null,
        duplicateReceipt: false,
        submittedAt: '2026-01-05T15:04:00.000Z',
        decidedAt: null,
        decidedBy: null,
        proposedAt: null,
        proposedBy: null,
      },
    ],
  })
export type AdminTransaction = z.infer<typeof adminTransaction>

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  keyScope: 'read',
  policy: 'signedIn',
  tag: 'Money',
  rules: { accountId: 'Not together with `account`.' },
  summary: 'Own transactions, newest first',
  query: z
    .strictObject({
      ...commonFilters,
      accountId: id.optional().meta({ description: 'One of the own accounts; the main one, when absent.' }),
      account: z
        .literal('all', { error: 'Give account as all, or leave it out.' })
        .optional()
        .meta({ description: 'Those of all own accounts. Not together with `accountId`.' }),
      limit: pageLimit(20, 100),
      cursor: rankCursor,
      search: line(100, 'Search').optional().meta({
        description:
          'Part of the reference, the message, the counterparty’s name, number or IBAN, the reason or the own note; case-insensitive, numbers also without or with other spaces. Or a whole amount, without its sign, as people write it: `1150`, `1,150.00` or `1.150,00`.',
      }),
      category: categoryFilter.optional().meta({
        description:
          'Chosen by the owner, or guessed; `none`: neither. A page may then have fewer than `limit`, or none: the last one has no next link.',
      }),
    })
    .refine(({ account, accountId }) => account === undefined || accountId === undefined, {
      error: 'Give account or accountId, not both.',
      path: ['accountId'],
    }),
  success: { status: 200, body: z.array(ownTransaction), headers: ['Link'] },
  refusals: ['not_found'],
})

export const listAllTransactions = endpoint({
  method: 'GET',
  path: '/transactions/admin',
  keyScope: 'staff:read',
  policy: 'people:read',
  tag: 'Administration',
  summary: 'All transactions, newest first',
  query: z.strictObject({
    ...staffFilters,
    ...staffSort,
    limit: pageLimit(20, 100),
    cursor: rankCursor,
  }),
  success: { status: 200, body: z.array(adminTransaction), headers: ['Link'] },
})

export const approve = endpoint({
  method: 'POST',
  path: '/deposit/approve',
  keyScope: 'staff:decide',
  // The ledger asks for a fresh session where the call confirms what another administrator proposed.
  fresh: false,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  summary: 'Approve a pending deposit or transfer',
  description: `Posts it. A transfer to an account of this bank credits the receiver in the same entry, who sees a Deposit.
Approving again changes nothing and returns the same response; approving a declined one is refused. Confirming what another
administrator proposed needs a fresh session.

A deposit may be money that was credited for a line of a statement, within 45 days before it was submitted; one that was made for a line may
be a deposit that no line has cleared. Then nothing is posted, and \`confirmation_needed\` lists them in \`current.deposits\`. The same call with
\`confirm: true\` says that it is other money; where two approve, each says so.`,
  body: z.strictObject({
    transactionId: id,
    confirm: z.literal(true, { error: msg('Send true, or leave it out.') }).optional(),
  }),
  example: { body: { transactionId: EXAMPLES.pendingTransfer, confirm: true } },
  success: { status: 200, body: transaction },
  refusals: [
    'own_account',
    ...SECOND_PERSON_RULES,
    'confirmation_required',
    'not_found',
    'already_decided',
    'sender_frozen',
    'receiver_closed',
    'balance_limit',
    'confirmation_needed',
  ],
})

export const decline = endpoint({
  method: 'POST',
  path: '/deposit/decline',
  keyScope: 'staff:decide',
  fresh: false,
  policy: 'money:decide',
  movesMoney: true,
  tag: 'Administration',
  summary: 'Decline a pending deposit or transfer',
  description: 'Releases a transfer’s hold. Declining again changes nothing; declining an approved one is refused.',
  body: z.strictObject({
    transactionId: id,
    reason: lines(500, 'Reason').optional().meta({ description: 'Shown to the customer. May be empty.' }),
  }),
  example: { body: { transactionId: EXAMPLES.pendingTransfer, reason: 'The receipt can’t be read.' } },
  success: { status: 200, body: transaction },
  refusals: ['own_account', 'not_found', 'already_decided'],
})
