import { z } from 'zod'
import { isoTime, money, verbatimText } from '../fields.ts'

export const TRANSACTION_TYPES = ['Deposit', 'Transfer'] as const
export const TRANSACTION_STATUSES = ['Pending', 'Completed', 'Declined'] as const
export const TRANSACTION_METHODS = ['wire', 'bank', 'crypto', 'internal', 'adjustment', 'move'] as const

export const counterparty = z.object({
  accountName: verbatimText,
  accountNumber: verbatimText,
  bankName: verbatimText,
  iban: verbatimText,
  swiftCode: verbatimText,
})

const EXAMPLE_ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'

/** The part of a transaction that conversations and notifications show. */
export const transactionCard = z
  .object({
    _id: z.uuid(),
    type: z.enum(TRANSACTION_TYPES),
    amount: money,
    status: z.enum(TRANSACTION_STATUSES),
    reference: verbatimText,
    createdAt: isoTime,
    bookedAt: isoTime.nullable().meta({ description: 'The booking date; null while it is Pending.' }),
    counterpartyName: verbatimText
      .optional()
      .meta({ description: 'Of the other side, in notifications about money that came from another customer.' }),
  })
  .meta({
    id: 'TransactionCard',
    examples: [
      {
        _id: EXAMPLE_ID,
        type: 'Transfer',
        amount: -120.5,
        status: 'Pending',
        reference: 'M7QX2-9KDTF',
        createdAt: '2026-01-05T15:04:00.000Z',
        bookedAt: null,
      },
    ],
  })
export type TransactionCard = z.infer<typeof transactionCard>
