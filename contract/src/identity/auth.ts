import { z } from 'zod'
import { localeField, user } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { emailAddress, hasAtMost, requiredLine } from '../fields.ts'
import { FILL_ALL_TEXT, RESET_REQUESTED_TEXT } from '../texts.ts'
import { totpCode } from './factors.ts'
import { authenticationResponse, CHALLENGE_EXAMPLE, challenge, requestOptions } from './webauthn.ts'

const oneOf = (...names: readonly string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) })
const hasOneOf =
  (...names: readonly string[]) =>
  (body: Record<string, unknown>): boolean =>
    names.filter((name) => body[name] !== undefined).length === 1

/** Required, without further rules; the maximum bounds the cost of hashing. */
export const password = z
  .string({ error: FILL_ALL_TEXT })
  .min(1, FILL_ALL_TEXT)
  .refine((text) => new TextEncoder().encode(text).length <= 1024, 'The password can have at most 1,024 bytes.')
  .meta({ pattern: '^(?:[\\u0000-\\u007F]{1,1024}|[\\s\\S]{1,256})$', description: 'At most 1,024 bytes in UTF-8.' })

/** The rule of new passwords, for the OpenAPI document. */
export const SECRET_RULES_TEXT =
  'With SECRET_RULES: at least 8 characters, not common, without the own name and address.'

/** Accepts any text: a malformed address gets the same response as an unknown one. */
const anyEmail = requiredLine(1024, 'E-mail', FILL_ALL_TEXT).meta({ examples: [EXAMPLES.customerEmail] })

export const register = endpoint({
  method: 'POST',
  path: '/auths/register',
  policy: 'public',
  rateLimit: 'register',
  tag: 'Sign-in',
  rules: { password: SECRET_RULES_TEXT },
  summary: 'Open an account',
  body: z.strictObject({
    fullName: requiredLine(200, 'Full name', FILL_ALL_TEXT),
    email: emailAddress(FILL_ALL_TEXT),
    password,
    locale: localeField.optional().meta({ description: 'Without it, the one that the browser asks for.' }),
  }),
  example: { body: { fullName: 'Ada Example', email: EXAMPLES.newEmail, password: EXAMPLES.password, locale: 'en' } },
  success: { status: 201, body: user },
  refusals: ['email_taken'],
})

const TOKEN_EXAMPLE = { token: 'kZ2Vb0mVd3T1kFq6m6nq0u4YbT0aJ7sZ8g5h1x2c3v4' }

const sessionToken = z
  .object({ token: z.string().meta({ description: 'For the Authorization header: `Bearer <token>`.' }) })
  .meta({ examples: [TOKEN_EXAMPLE] })

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const

const loginChallenge = z
  .object({
    challenge: z.string(),
    methods: z.array(z.enum(SECOND_FACTORS)),
    passkeyOptions: requestOptions.optional(),
  })
  .meta({
    id: 'LoginChallenge',
    description: 'The password is right; `POST /auths/login/verify` within five minutes gets the token.',
    examples: [{ challenge: CHALLENGE_EXAMPLE, methods: ['totp', 'recovery'] }],
  })

export const login = endpoint({
  method: 'POST',
  path: '/auths/login',
  policy: 'public',
  tag: 'Sign-in',
  summary: 'Get a session token',
  description: `Within 15 minutes, ten failed attempts at an account from an IP address, thirty from all addresses, or a hundred at
any account from one address lead to 429. A browser that the account knows by its cookie has ten attempts of its own, whatever
others do. IPv6 addresses count by /64.`,
  body: z.strictObject({ email: anyEmail, password }),
  example: { body: { email: EXAMPLES.customerEmail, password: EXAMPLES.password } },
  success: { status: 200, body: z.union([sessionToken, loginChallenge]).meta({ examples: [TOKEN_EXAMPLE] }) },
  refusals: ['wrong_credentials'],
})

const recoveryCode = z
  .string({ error: 'Enter a recovery code.' })
  .min(1, 'Enter a recovery code.')
  .refine(hasAtMost(100))
  .meta({ maxLength: 100 })
const secondFactorFields = {
  totp: totpCode.optional(),
  recoveryCode: recoveryCode.optional(),
}

export const verifyLogin = endpoint({
  method: 'POST',
  path: '/auths/login/verify',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Finish signing in with a second factor',
  description: `Give \`totp\`, \`recoveryCode\` or \`passkey\`. A challenge is used once, within five minutes and five attempts; a
TOTP code is accepted once.`,
  body: z
    .strictObject({ challenge, ...secondFactorFields, passkey: authenticationResponse.optional() })
    .refine(hasOneOf('totp', 'recoveryCode', 'passkey'), 'Give a code, a recovery code or a passkey.')
    .meta(oneOf('totp', 'recoveryCode', 'passkey')),
  example: { body: { challenge: EXAMPLES.loginChallenge, recoveryCode: EXAMPLES.recoveryCode } },
  success: { status: 200, body: sessionToken },
  refusals: ['wrong_credentials', 'second_factor_incorrect', 'passkey_incorrect', 'challenge_expired'],
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/auths/passkey/options',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Begin to sign in, or to confirm, with a passkey',
  description: 'Without a session: any discoverable passkey. With one: the own passkeys, for `POST /auths/confirm`.',
  success: {
    status: 200,
    body: z.object({ challenge: z.string(), options: requestOptions }).meta({
      examples: [{ challenge: CHALLENGE_EXAMPLE, options: { challenge: CHALLENGE_EXAMPLE, rpId: 'localhost' } }],
    }),
  },
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/auths/passkey',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Sign in with a passkey',
  description: 'A passkey is verified by the device and counts as two factors: no password is asked for.',
  body: z.strictObject({ challenge, response: authenticationResponse }),
  example: { body: { challenge: EXAMPLES.passkeyChallenge, response: EXAMPLES.passkeySignature } },
  success: { status: 200, body: sessionToken },
  refusals: ['passkey_incorrect', 'challenge_expired'],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/auths/confirm',
  fresh: false,
  allowsClosed: true,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Confirm that it is really you',
  description: `Makes the session fresh for 15 minutes, as signing in does; sensitive calls need a fresh session. Give \`password\`
or, with a second factor set up, \`totp\`, \`recoveryCode\` or \`challenge\` and \`passkey\`.`,
  body: z
    .strictObject({
      password: password.optional(),
      ...secondFactorFields,
      challenge: challenge.optional(),
      passkey: authenticationResponse.optional(),
    })
    .refine(hasOneOf('password', 'totp', 'recoveryCode', 'passkey'), 'Give a password, a code or a passkey.')
    .refine((body) => (body.challenge === undefined) === (body.passkey === undefined), 'A passkey needs its challenge.')
    .meta({
      ...oneOf('password', 'totp', 'recoveryCode', 'passkey'),
      dependentRequired: { challenge: ['passkey'], passkey: ['challenge'] },
    }),
  example: { body: { password: EXAMPLES.password } },
  success: { status: 204, body: null },
  refusals: [
    'password_incorrect',
    'second_factor_incorrect',
    'passkey_incorrect',
    'second_factor_required',
    'challenge_expired',
  ],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auths/logout',
  fresh: false,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Sign-in',
  summary: 'End this session',
  success: { status: 204, body: null },
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auths/forgot',
  policy: 'public',
  tag: 'Sign-in',
  summary: 'Request a password reset link',
  description: `The same response whether or not the address is known. Only the newest link works, once, for 30 minutes.
At most five links an hour are sent to an account.`,
  body: z.strictObject({ email: anyEmail }),
  example: { body: { email: EXAMPLES.customerEmail } },
  success: {
    status: 202,
    body: z.object({ message: z.string() }).meta({ examples: [{ message: RESET_REQUESTED_TEXT }] }),
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auths/reset',
  policy: 'public',
  tag: 'Sign-in',
  rules: { password: SECRET_RULES_TEXT },
  summary: 'Set a new password with the link’s token',
  description: 'Ends all sessions of the customer.',
  body: z.strictObject({ token: requiredLine(500, 'Token'), password }),
  example: { body: { token: EXAMPLES.resetToken, password: 'another long sentence that is hard to guess' } },
  success: { status: 204, body: null },
  refusals: ['link_expired'],
})

export const secureAccount = endpoint({
  method: 'POST',
  path: '/auths/secure-account',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: '“This wasn’t me”: lock everyone out and reset the password',
  description: `With the token from the email about a sign-in from a new device, once, within 72 hours. Ends all sessions, removes
second factors added since, restores an email address that was changed since, forgets all known devices and voids the password.
Transfers still pending are cancelled and scheduled payments paused, if made since the sign-in; an email says how many.
The response has a token for \`POST /auths/reset\`, valid for 30 minutes.`,
  body: z.strictObject({ token: requiredLine(500, 'Token') }),
  example: { body: { token: EXAMPLES.secureToken } },
  success: {
    status: 200,
    body: z.object({ resetToken: z.string() }).meta({ examples: [{ resetToken: EXAMPLES.resetToken }] }),
  },
  refusals: ['link_expired'],
})
