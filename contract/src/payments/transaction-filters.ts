import { z } from 'zod'
import { amountRule } from '../amount-rule.ts'
import { tagFilter } from '../customers/tags.ts'
import { AMOUNT_TEXT, dayOrTime, id, line } from '../fields.ts'
import { TRANSACTION_METHODS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../ledger/transaction.ts'
import { MAX_AMOUNT_CENTS, parseCents } from '../money.ts'
import { PERIODS } from '../periods.ts'
import { RISK_FLAGS } from './risk-flags.ts'

export const TRANSACTION_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type TransactionSort = (typeof TRANSACTION_SORTS)[number]

/** The filters that customers and staff have in common. */
export const commonFilters = {
  type: z.enum(TRANSACTION_TYPES, { error: 'The type is Deposit or Transfer.' }).optional(),
  status: z.enum(TRANSACTION_STATUSES, { error: 'The status is Pending, Completed or Declined.' }).optional(),
  from: dayOrTime.optional().meta({ description: 'The earliest value date; a bare date is a day of the bank.' }),
  to: dayOrTime.optional().meta({ description: 'The latest value date; a bare date includes that day.' }),
}

/** An amount in an address is text: '1000', '1000.5' or '1000.50'. The server gets cents. */
const amountFilter = z
  .string({ error: () => amountText() })
  .transform((text, context) => {
    const cents = text.startsWith('-') ? null : parseCents(text)
    if (cents !== null && cents <= MAX_AMOUNT_CENTS) return cents
    context.addIssue({ code: 'custom', message: amountText() })
    return z.NEVER
  })
  .optional()
  .meta({ format: AMOUNT_TEXT })

const amountText = () => `Enter an amount ${amountRule(0n)}.`

/** Days that move with the day. Together with `from` and `to`, both apply. */
export const periodFilter = z
  .enum(PERIODS, { error: `The period is one of ${PERIODS.join(', ')}.` })
  .optional()
  .meta({ description: 'Relative to the bank’s day at the time of the request, by value date. Both ends included.' })

/** What staff can narrow all transactions by: the list, its totals and the export take the same filters. */
export const staffFilters = {
  ...commonFilters,
  method: z
    .enum(TRANSACTION_METHODS, { error: 'The method is wire, bank, crypto, internal, adjustment or move.' })
    .optional(),
  flag: z
    .enum(RISK_FLAGS, { error: `The flag is one of ${RISK_FLAGS.join(', ')}.` })
    .optional()
    .meta({ description: 'Only transactions with this risk flag.' }),
  minAmount: amountFilter.meta({
    description: 'In the bank’s currency, without the sign: 1000 finds transfers of -1000 too.',
    examples: ['1000', '1000.50'],
  }),
  maxAmount: amountFilter.meta({
    description: 'In the bank’s currency, without the sign; inclusive.',
    examples: ['5000'],
  }),
  search: line(100, 'Search')
    .optional()
    .meta({
      description: `A transaction’s id or its prefix, with or without dashes; results are then in the order of ids. Any other text
is the beginning of a reference (three characters or more, in any case, with or without its dash), or part of the counterparty’s name or
number, the reason or the customer’s name.`,
    }),
  userId: id.optional().meta({ description: 'Only this customer’s.' }),
  decided: z
    .literal('true', { error: 'Give decided as true, or leave it out.' })
    .optional()
    .meta({ description: 'Excludes pending transactions.' }),
  proposed: z
    .literal('true', { error: 'Give proposed as true, or leave it out.' })
    .optional()
    .meta({ description: 'Only pending ones that a member of staff has proposed and another one must confirm.' }),
  period: periodFilter,
  tag: tagFilter,
}

export const staffSort = {
  order: z
    .enum(['newest', 'oldest'], { error: 'The order is newest or oldest.' })
    .optional()
    .meta({ description: 'By value date, newest first when absent. A search by id has its own order.' }),
  sort: z
    .enum(TRANSACTION_SORTS, { error: 'The sort is newest, oldest, largest or smallest.' })
    .optional()
    .meta({ description: 'Like order, and by amount without its sign. Takes precedence over order.' }),
}
