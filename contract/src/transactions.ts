import { z } from 'zod'
import { dollars, isoTime } from './fields.ts'

export const TRANSACTION_TYPES = ['Deposit', 'Transfer'] as const
export const TRANSACTION_STATUSES = ['Pending', 'Completed', 'Declined'] as const

export const counterparty = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  iban: z.string(),
  swiftCode: z.string(),
})

export const transaction = z
  .object({
    _id: z.uuid(),
    type: z.enum(TRANSACTION_TYPES),
    amount: dollars.meta({ description: 'Dollars: positive for a Deposit, negative for a Transfer.' }),
    status: z.enum(TRANSACTION_STATUSES),
    createdAt: isoTime.meta({ description: 'The value date.' }),
    bookedAt: isoTime.nullable().meta({ description: 'When it was posted, by the server’s clock; null until it is.' }),
    method: z.enum(['wire', 'bank', 'crypto', 'internal', 'adjustment']),
    reference: z.string(),
    reason: z.string().meta({ description: 'Why it was declined; may be empty.' }),
    receipt: z.string().nullable().meta({ description: 'The receipt’s imageUrl.' }),
    counterparty: counterparty.nullable(),
    crypto: z
      .object({ currency: z.string(), rate: z.string(), amountDue: z.string() })
      .nullable()
      .meta({ description: 'The quote of a crypto deposit, exact decimals as text.' }),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof transaction>

export const adminTransaction = transaction
  .extend({
    user: z.object({ _id: z.uuid(), fullName: z.string(), email: z.string() }),
    note: z.string(),
    duplicateReceipt: z.boolean().meta({ description: 'The same receipt file was sent with another deposit.' }),
  })
  .meta({ id: 'AdminTransaction' })
export type AdminTransaction = z.infer<typeof adminTransaction>
