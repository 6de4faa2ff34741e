import { z } from 'zod'
import { API_KEY_SCOPES, MAX_API_KEY_NAME, MAX_API_KEYS } from '../api-key-scopes.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, money, requiredLine, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'

const SCOPES_TEXT = 'Choose at least one permission.'
const DAILY_MAX_TEXT = 'Enter the most that this key may send in a day.'
const NO_TRANSFER_TEXT = 'Only a key that transfers has a daily maximum.'
export const EXPIRY_TEXT = 'Choose a time in the future.'
const EXAMPLE_ID = '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24'

const scope = z.enum(API_KEY_SCOPES).meta({
  description: `\`read\`: own accounts, transactions and statements. \`transfer\`: send money without a PIN, up to \`dailyMax\` a day.
For staff, within the permissions of their role: \`staff:read\`, and \`staff:decide\` to approve and decline.`,
})

const name = requiredLine(MAX_API_KEY_NAME, 'Name')

export const apiKey = z
  .object({
    _id: z.uuid(),
    name: verbatimText,
    start: verbatimText.meta({ description: 'The first characters of the key, to tell keys apart.' }),
    scopes: z.array(scope),
    dailyMax: money.nullable().meta({ description: 'What the key may send within a day of the bank.' }),
    sentToday: money.nullable().meta({
      description: 'Of it, what was submitted today, whatever was decided about it later. Null without `transfer`.',
    }),
    createdAt: isoTime,
    expiresAt: isoTime.nullable().meta({ description: 'Null: the key works until it is revoked.' }),
    lastUsedAt: isoTime.nullable().meta({ description: 'To the minute.' }),
  })
  .meta({
    id: 'ApiKey',
    examples: [
      {
        _id: EXAMPLE_ID,
        name: 'Payroll',
        start: 'otk_3fGh',
        scopes: ['read', 'transfer'],
        dailyMax: 500,
        sentToday: 120.5,
        createdAt: '2026-01-05T15:04:00.000Z',
        expiresAt: null,
        lastUsedAt: null,
      },
    ],
  })
export type ApiKeyDetails = z.infer<typeof apiKey>

const SHARED = { policy: 'signedIn', tag: 'API keys', apiOnly: true } as const

export const createApiKey = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/api-keys',
  fresh: true,
  rules: { expiresAt: 'In the future.', dailyMax: 'Required with the scope `transfer`, and only then.' },
  summary: 'Make an API key',
  description: `The response shows the key this once; the bank stores a hash. Send it as \`Authorization: Bearer otk_…\`. A key has at most
the rights that its owner has at the time of the call, and works while the owner is Active. It opens the operations that name
one of its scopes, and can’t manage keys, factors or settings. Transfers by key need no PIN, but making a key
that transfers needs a PIN that is set and not locked; \`dailyMax\` limits them by the bank’s day, beside the limits of the person.
A person can have ${MAX_API_KEYS} keys.`,
  body: z
    .strictObject({
      name,
      scopes: z
        .array(scope, { error: SCOPES_TEXT })
        .min(1, SCOPES_TEXT)
        .max(API_KEY_SCOPES.length)
        .transform((scopes) => API_KEY_SCOPES.filter((one) => scopes.includes(one))),
      expiresAt: z.iso
        .datetime({ error: EXPIRY_TEXT })
        .optional()
        .meta({
          description: 'In the future; without it, until the key is revoked.',
          examples: ['2030-01-05T15:04:00.000Z'],
        }),
      dailyMax: amount().optional().meta({ description: 'Required with `transfer`, and only then.' }),
    })
    .refine(({ scopes, dailyMax }) => !scopes.includes('transfer') || dailyMax !== undefined, {
      error: DAILY_MAX_TEXT,
      path: ['dailyMax'],
    })
    .refine(({ scopes, dailyMax }) => scopes.includes('transfer') || dailyMax === undefined, {
      error: NO_TRANSFER_TEXT,
      path: ['dailyMax'],
    })
    .transform(({ dailyMax, expiresAt, ...fields }) => ({
      ...fields,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
      dailyMaxCents: dailyMax === undefined ? null : toCents(dailyMax),
    })),
  example: {
    body: { name: 'Payroll', scopes: ['read', 'transfer'], expiresAt: '2099-01-05T15:04:00.000Z', dailyMax: 500 },
  },
  success: {
    status: 201,
    body: z
      .object({ _id: z.uuid(), key: verbatimText.meta({ description: '`otk_` and 44 letters and digits.' }) })
      .meta({ examples: [{ _id: EXAMPLE_ID, key: 'otk_…' }] }),
  },
  refusals: [
    'forbidden',
    'second_factor_required',
    'account_pending',
    'account_frozen',
    'pin_missing',
    'pin_locked',
    'api_key_limit',
  ],
})

export const listApiKeys = endpoint({
  ...SHARED,
  method: 'GET',
  path: '/users/api-keys',
  summary: 'Own API keys',
  description:
    'First those that have not expired, each group newest first, without those that were revoked. The keys themselves are not shown again.',
  success: { status: 200, body: z.array(apiKey) },
})

export const revokeApiKey = endpoint({
  ...SHARED,
  method: 'DELETE',
  path: '/users/api-keys/:id',
  fresh: true,
  allowsClosed: true,
  summary: 'Revoke an API key',
  description: 'At once, on all servers. What the key has submitted stays.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.apiKey } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})
