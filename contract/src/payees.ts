import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoTime } from './fields.ts'

export const MAX_PAYEES = 12

export const payee = z
  .object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankName: z.string(),
    iban: z.string(),
    swiftCode: z.string(),
    lastUsedAt: isoTime,
  })
  .meta({
    id: 'Payee',
    examples: [
      {
        accountName: 'Grace Example',
        accountNumber: '0532013000',
        bankName: 'Example Savings Bank',
        iban: '',
        swiftCode: '',
        lastUsedAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type Payee = z.infer<typeof payee>

export const listPayees = endpoint({
  method: 'GET',
  path: '/users/payees',
  policy: 'signedIn',
  tag: 'Money',
  summary: 'Payees of own transfers, latest first',
  description: `At most ${MAX_PAYEES}, each once, from the latest transfers.`,
  success: { status: 200, body: z.array(payee) },
})
