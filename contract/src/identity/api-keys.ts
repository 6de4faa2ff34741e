import { z } from 'zod'
import { API_KEY_SCOPES, type ApiKeyScope, MAX_API_KEY_NAME, MAX_API_KEYS } from '../api-key-scopes.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, money, PIN_TEXT, requiredLine, verbatimText } from '../fields.ts'
import { toCents } from '../money.ts'
import { approvalFields, isApproved, isApprovedOnce, ONE_APPROVAL_TEXT } from './approvals.ts'
import { CHALLENGE_EXAMPLE, requestOptions } from './webauthn.ts'

const SCOPES_TEXT = 'Choose at least one permission.'
const DAILY_MAX_TEXT = 'Enter the most that this key may send in a day.'
const NO_TRANSFER_TEXT = 'Only a key that transfers has a daily maximum.'
const NO_APPROVAL_TEXT = 'Only a key that transfers is approved with a PIN or a passkey.'
const NOTHING_TO_SIGN_TEXT = 'Only a key that transfers is approved with a passkey.'
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

/** What a passkey signs. */
const keyForm = {
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
}

type KeyForm = { scopes: ApiKeyScope[]; dailyMax?: number | undefined; expiresAt?: string | undefined }
const sends = ({ scopes }: Pick<KeyForm, 'scopes'>) => scopes.includes('transfer')

const withDailyMax = <Fields extends KeyForm, Input>(body: z.ZodType<Fields, Input>) =>
  body
    .refine((form) => !sends(form) || form.dailyMax !== undefined, { error: DAILY_MAX_TEXT, path: ['dailyMax'] })
    .refine((form) => sends(form) || form.dailyMax === undefined, { error: NO_TRANSFER_TEXT, path: ['dailyMax'] })

const parseKeyForm = <Fields extends KeyForm>({ dailyMax, expiresAt, ...fields }: Fields) => ({
  ...fields,
  expiresAt: expiresAt ? new Date(expiresAt) : null,
  dailyMaxCents: dailyMax === undefined ? null : toCents(dailyMax),
})

const RULES = { expiresAt: 'In the future.', dailyMax: 'Required with the scope `transfer`, and only then.' }
const exampleForm = {
  name: 'Payroll',
  scopes: ['read', 'transfer'] as ApiKeyScope[],
  expiresAt: '2099-01-05T15:04:00.000Z',
  dailyMax: 500,
}

export const authoriseApiKey = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/api-keys/authorisation',
  fresh: false,
  rules: { ...RULES, scopes: 'With `transfer`.' },
  summary: 'Ask for approval of a key that transfers by passkey',
  description: `Takes the form of \`POST /users/api-keys\` without \`pin\`. The WebAuthn challenge is a hash over name, scopes, daily
maximum, expiry and a nonce, so the signature approves this key only. Valid for five minutes and one key.`,
  body: withDailyMax(z.strictObject(keyForm))
    .refine(sends, { error: NOTHING_TO_SIGN_TEXT, path: ['scopes'] })
    .transform(parseKeyForm),
  example: { body: exampleForm },
  success: {
    status: 200,
    body: z.object({ authorisation: id, options: requestOptions }).meta({
      examples: [
        {
          authorisation: EXAMPLE_ID,
          options: { challenge: CHALLENGE_EXAMPLE, rpId: 'localhost', userVerification: 'required' },
        },
      ],
    }),
  },
  refusals: ['account_frozen', 'passkey_missing'],
})

export const createApiKey = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/api-keys',
  fresh: true,
  rules: {
    ...RULES,
    pin: 'Required with the scope `transfer` unless `authorisation` is given, and only then.',
    authorisation: 'In place of `pin`, never beside it.',
  },
  summary: 'Make an API key',
  description: `The response shows the key this once; the bank stores a hash. Send it as \`Authorization: Bearer otk_…\`. A key has at most
the rights that its owner has at the time of the call, and works while the owner is Active. It opens the operations that name
one of its scopes, and can’t manage keys, factors or settings. Transfers by key need no PIN, so making a key
that transfers is approved as a payment is: with the PIN, whose wrong guesses count with those of transfers, or with a passkey
(\`POST /users/api-keys/authorisation\`). \`dailyMax\` limits them by the bank’s day, beside the limits of the person.
\`current\` of 'pin_incorrect' has \`attemptsLeft\`. A person can have ${MAX_API_KEYS} keys.`,
  body: withDailyMax(
    z.strictObject({
      ...keyForm,
      pin: approvalFields.pin.meta({ description: 'With `transfer`: required unless `authorisation` is given.' }),
      authorisation: approvalFields.authorisation.meta({
        description: 'In place of `pin`: from `POST /users/api-keys/authorisation`, signed with a passkey.',
      }),
    }),
  )
    .refine((form) => !sends(form) || isApproved(form), { error: PIN_TEXT, path: ['pin'] })
    .refine((form) => sends(form) || !isApproved(form), { error: NO_APPROVAL_TEXT, path: ['pin'] })
    .refine(isApprovedOnce, { error: ONE_APPROVAL_TEXT, path: ['authorisation'] })
    .transform(parseKeyForm),
  example: { body: { ...exampleForm, pin: '1234' } },
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
    'pin_incorrect',
    'pin_locked',
    'challenge_expired',
    'passkey_incorrect',
    'authorisation_mismatch',
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
