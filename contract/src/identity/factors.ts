import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, requiredLine, verbatimText } from '../fields.ts'
import { msg } from '../text-id.ts'
import { CHALLENGE_EXAMPLE, challenge, creationOptions, registrationResponse } from './webauthn.ts'

const TOTP_TEXT = msg('The code has six digits.')
/** Spaces are fine: authenticator apps show '123 456'. */
export const totpCode = z
  .string({ error: TOTP_TEXT })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^[0-9]{6}$/, TOTP_TEXT))
  .meta({ pattern: '^\\s*(?:[0-9]\\s*){6}$', examples: ['123456'] })

export const passkey = z
  .object({ _id: z.uuid(), name: verbatimText, createdAt: isoTime, lastUsedAt: isoTime.nullable() })
  .meta({
    id: 'Passkey',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        name: 'My phone',
        createdAt: '2026-01-05T15:04:00.000Z',
        lastUsedAt: null,
      },
    ],
  })
export type Passkey = z.infer<typeof passkey>

export const factors = z
  .object({
    totp: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodes: z.number().int().meta({ description: 'How many are left.' }),
  })
  .meta({ id: 'Factors', examples: [{ totp: true, passkeys: [], recoveryCodes: 10 }] })
export type Factors = z.infer<typeof factors>

const EXAMPLE_CODES = { recoveryCodes: ['7K2QD-M4XZP', '…'] }
const recoveryCodes = z
  .object({ recoveryCodes: z.array(verbatimText) })
  .meta({ id: 'RecoveryCodes', description: 'Ten codes, shown this once.', examples: [EXAMPLE_CODES] })

const SHARED = { policy: 'signedIn', tag: 'Sign-in', apiOnly: true } as const

export const listFactors = endpoint({
  ...SHARED,
  method: 'GET',
  path: '/users/factors',
  summary: 'Own second factors',
  success: { status: 200, body: factors },
})

export const startTotp = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/factors/totp',
  fresh: true,
  summary: 'Begin to set up an authenticator app',
  description:
    'It becomes a second factor once a first code is confirmed. Asked again before that, the secret is a new one.',
  success: {
    status: 200,
    body: z.object({ secret: verbatimText, uri: z.string() }).meta({
      examples: [{ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Fable%20Bank:ada%40fable.example?…' }],
    }),
  },
  refusals: ['factor_exists'],
})

export const confirmTotp = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/factors/totp/confirm',
  fresh: true,
  summary: 'Finish setting up an authenticator app',
  body: z.strictObject({ totp: totpCode }),
  example: { body: { totp: EXAMPLES.totp } },
  success: { status: 201, body: recoveryCodes },
  refusals: ['second_factor_incorrect'],
})

export const deleteTotp = endpoint({
  ...SHARED,
  method: 'DELETE',
  path: '/users/factors/totp',
  fresh: true,
  allowsClosed: true,
  summary: 'Remove the authenticator app',
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const startPasskey = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/factors/passkeys/options',
  fresh: true,
  summary: 'Begin to register a passkey',
  success: {
    status: 200,
    body: z.object({ challenge: z.string(), options: creationOptions }).meta({
      examples: [{ challenge: CHALLENGE_EXAMPLE, options: { challenge: CHALLENGE_EXAMPLE, attestation: 'none' } }],
    }),
  },
})

const passkeyName = requiredLine(100, 'Name')

export const createPasskey = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/factors/passkeys',
  fresh: true,
  summary: 'Register a passkey',
  body: z.strictObject({ challenge, name: passkeyName, response: registrationResponse }),
  example: {
    body: { challenge: EXAMPLES.registrationChallenge, name: 'My phone', response: EXAMPLES.registration },
  },
  success: { status: 201, body: passkey },
  refusals: ['challenge_expired', 'passkey_incorrect'],
})

export const renamePasskey = endpoint({
  ...SHARED,
  method: 'PATCH',
  path: '/users/factors/passkeys/:id',
  fresh: true,
  summary: 'Rename a passkey',
  params: z.strictObject({ id }),
  body: z.strictObject({ name: passkeyName }),
  example: { params: { id: EXAMPLES.passkey }, body: { name: 'Old phone' } },
  success: { status: 200, body: passkey },
  refusals: ['not_found'],
})

export const deletePasskey = endpoint({
  ...SHARED,
  method: 'DELETE',
  path: '/users/factors/passkeys/:id',
  fresh: true,
  allowsClosed: true,
  summary: 'Remove a passkey',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.passkey } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const replaceRecoveryCodes = endpoint({
  ...SHARED,
  method: 'POST',
  path: '/users/factors/recovery-codes',
  fresh: true,
  summary: 'Make ten new recovery codes',
  description: 'The old ones are void.',
  success: { status: 201, body: recoveryCodes },
  refusals: ['second_factor_required'],
})
