import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailAddress, requiredLine } from './fields.ts'
import { user } from './people.ts'
import { FILL_ALL_TEXT, RESET_REQUESTED_TEXT } from './texts.ts'

/** Required, without further rules; the maximum bounds the cost of hashing. */
export const password = z
  .string({ error: FILL_ALL_TEXT })
  .min(1, FILL_ALL_TEXT)
  .refine((text) => new TextEncoder().encode(text).length <= 1024, 'The password can have at most 1,024 bytes.')

const SIGN_UP = {
  fullName: 'Ada Example',
  email: 'ada@fable.example',
  password: 'a long sentence that is hard to guess',
}

/** Accepts any text: a malformed address gets the same response as an unknown one. */
const anyEmail = requiredLine(1024, 'E-mail', FILL_ALL_TEXT).meta({ examples: [SIGN_UP.email] })

export const register = endpoint({
  method: 'POST',
  path: '/auths/register',
  policy: 'public',
  rateLimit: 'register',
  tag: 'Sign-in',
  summary: 'Open an account',
  body: z
    .strictObject({
      fullName: requiredLine(200, 'Full name', FILL_ALL_TEXT),
      email: emailAddress(FILL_ALL_TEXT),
      password,
    })
    .meta({ examples: [SIGN_UP] }),
  success: { status: 201, body: user },
  refusals: ['email_taken'],
})

const sessionToken = z
  .object({ token: z.string().meta({ description: 'For the Authorization header: `Bearer <token>`.' }) })
  .meta({ examples: [{ token: 'kZ2Vb0mVd3T1kFq6m6nq0u4YbT0aJ7sZ8g5h1x2c3v4' }] })

export const login = endpoint({
  method: 'POST',
  path: '/auths/login',
  policy: 'public',
  tag: 'Sign-in',
  summary: 'Get a session token',
  description: 'Locked for 15 minutes after ten failed attempts at an account, or a hundred from an IP address.',
  body: z
    .strictObject({ email: anyEmail, password })
    .meta({ examples: [{ email: SIGN_UP.email, password: SIGN_UP.password }] }),
  success: { status: 200, body: sessionToken },
  refusals: ['wrong_credentials'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auths/logout',
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
  body: z.strictObject({ email: anyEmail }).meta({ examples: [{ email: SIGN_UP.email }] }),
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
  summary: 'Set a new password with the link’s token',
  description: 'Ends all sessions of the customer.',
  body: z
    .strictObject({ token: requiredLine(500, 'Token'), password })
    .meta({ examples: [{ token: 'AZjBon0-cAAAgABAAAAAAA…', password: SIGN_UP.password }] }),
  success: { status: 204, body: null },
  refusals: ['link_expired'],
})
