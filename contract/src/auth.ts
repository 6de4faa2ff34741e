import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailAddress, requiredLine } from './fields.ts'
import { user } from './people.ts'
import { FILL_ALL_TEXT, RESET_ASKED_TEXT } from './texts.ts'

/** No rule but being there; the cap keeps hashing bounded. */
export const password = z
  .string({ error: FILL_ALL_TEXT })
  .min(1, FILL_ALL_TEXT)
  .refine((text) => new TextEncoder().encode(text).length <= 1024, 'The password can have at most 1,024 bytes.')

const SIGN_UP = { fullName: 'Ada Example', email: 'ada@fable.example', password: 'a long sentence that nobody guesses' }

/** Any text is tried as an address: what is none belongs to nobody. */
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
  description: 'Ten failed attempts at an account, or a hundred from an address, close it for a quarter of an hour.',
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
  summary: 'Ask for a link to set a new password',
  description: `The same answer whether or not the address is known. The link works once, for 30 minutes, and only the newest
one does. Five an hour are sent to an account at most.`,
  body: z.strictObject({ email: anyEmail }).meta({ examples: [{ email: SIGN_UP.email }] }),
  success: { status: 202, body: z.object({ message: z.string() }).meta({ examples: [{ message: RESET_ASKED_TEXT }] }) },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auths/reset',
  policy: 'public',
  tag: 'Sign-in',
  summary: 'Set a new password with the link’s token',
  description: 'Ends every session of the person.',
  body: z
    .strictObject({ token: requiredLine(500, 'Token'), password })
    .meta({ examples: [{ token: 'AZjBon0-cAAAgABAAAAAAA…', password: SIGN_UP.password }] }),
  success: { status: 204, body: null },
  refusals: ['link_expired'],
})
