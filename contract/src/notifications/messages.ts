import { z } from 'zod'
import { UPLOAD_KINDS } from '../customers/images.ts'
import { isoTime, verbatimText } from '../fields.ts'
import { transactionCard } from '../ledger/transaction.ts'

export const supportMessage = z
  .object({
    _id: z.uuid(),
    message: verbatimText,
    isAdmin: z.boolean().meta({ description: 'Written by an administrator.' }),
    createdAt: isoTime,
    seenAt: isoTime.nullable().meta({ description: 'When the other side first read it.' }),
    author: verbatimText
      .nullable()
      .meta({ description: 'Who wrote it. Null in replies that a customer reads: they are the bank’s.' }),
    attachment: z.object({ imageUrl: z.string(), kind: z.enum(UPLOAD_KINDS) }).nullable(),
    transaction: transactionCard
      .nullable()
      .meta({ description: 'The transaction the message is about, with its current status.' }),
  })
  .meta({
    id: 'SupportMessage',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        message: 'When will my transfer be approved?',
        isAdmin: false,
        createdAt: '2026-01-05T15:04:00.000Z',
        seenAt: null,
        author: 'Ada Walker',
        attachment: null,
        transaction: null,
      },
    ],
  })
export type SupportMessage = z.infer<typeof supportMessage>
