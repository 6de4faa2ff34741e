import { z } from 'zod'
import { normalizeNumber, SEPARATORS } from '../account-numbers.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { isoTime, money, requiredLine, verbatimText } from '../fields.ts'
import { msg } from '../text-id.ts'

/** As statements and people write it: 'DE89 3704 0044 …' is the same account as 'DE893704…'. Files may have control characters in it. */
export const normalizeAccountNumber = (text: string): string => normalizeNumber(text.replace(/\p{Cc}/gu, ''))

const NUMBER_TEXT = msg('Enter the IBAN or the number as statements name it.')
const accountNumber = requiredLine(60, 'Number', NUMBER_TEXT)
  .transform(normalizeAccountNumber)
  .pipe(z.string().regex(/^[0-9A-Z/]{1,40}$/, NUMBER_TEXT))
  .meta({ pattern: `^[${SEPARATORS}]*(?:[0-9A-Za-z/][${SEPARATORS}]*){1,40}$` })

const CURRENCY_TEXT = msg('Enter the currency as three letters, for example EUR.')
const currency = z
  .string({ error: CURRENCY_TEXT })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, CURRENCY_TEXT)
  .meta({ pattern: '^\\s*[A-Za-z]{3}\\s*$' })

export const externalAccount = z
  .object({
    _id: z.uuid(),
    name: verbatimText,
    number: verbatimText.meta({ description: 'IBAN or number, without spaces, dashes and dots.' }),
    currency: verbatimText,
    alsoNamed: z.array(verbatimText).meta({
      description: 'Other numbers by which files name it, as staff said: without separators and leading zeros.',
    }),
    balance: money.meta({
      description: 'What the ledger has booked for it. The reconciliation compares it with statements.',
    }),
    createdAt: isoTime,
  })
  .meta({
    id: 'OutsideAccount',
    examples: [
      {
        _id: '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24',
        name: 'Main account at First Outside Bank',
        number: 'DE89370400440532013000',
        currency: 'EUR',
        alsoNamed: ['532013000'],
        balance: 12480.55,
        createdAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type ExternalAccount = z.infer<typeof externalAccount>

export const listExternalAccounts = endpoint({
  method: 'GET',
  path: '/admin/outside-accounts',
  keyScope: 'staff:read',
  policy: 'outside:read',
  apiOnly: true,
  tag: 'Outside money',
  summary: 'The institution’s own accounts at other banks',
  description: 'By name.',
  success: { status: 200, body: z.array(externalAccount) },
})

export const addExternalAccount = endpoint({
  method: 'POST',
  path: '/admin/outside-accounts',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Add an account at another bank',
  description: 'It becomes a contra account of the ledger. Its statements can be imported from then on.',
  body: z.strictObject({ name: requiredLine(100, 'Name'), number: accountNumber, currency }),
  example: {
    body: { name: 'Main account at First Outside Bank', number: EXAMPLES.externalNumber, currency: 'USD' },
  },
  success: { status: 201, body: externalAccount },
  refusals: ['outside_account_exists', 'currency_differs'],
})
