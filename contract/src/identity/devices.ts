import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, verbatimText } from '../fields.ts'

export const device = z
  .object({
    _id: z.uuid(),
    userAgent: z.string().meta({ description: 'The User-Agent header of the login.' }),
    address: verbatimText,
    createdAt: isoTime.meta({ description: 'The time of the login.' }),
    lastSeenAt: isoTime.meta({ description: 'To the minute.' }),
    current: z.boolean().meta({ description: 'The session of this request.' }),
  })
  .meta({
    id: 'Device',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        address: '203.0.113.7',
        createdAt: '2026-01-05T15:04:00.000Z',
        lastSeenAt: '2026-01-05T15:20:00.000Z',
        current: true,
      },
    ],
  })
export type Device = z.infer<typeof device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/users/devices',
  policy: 'signedIn',
  tag: 'Sign-in',
  summary: 'Own sessions, latest first',
  description: 'Active sessions only, at most 100.',
  success: { status: 200, body: z.array(device) },
})

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/users/devices/:id',
  // A stolen session must not log its owner out again and again.
  fresh: true,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Sign-in',
  summary: 'End an own session',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.device } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/users/devices',
  fresh: true,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Sign-in',
  summary: 'End all other own sessions',
  description: 'Their devices are new again. Links to set a password or a PIN, and log-ins under way, still work.',
  success: { status: 204, body: null },
})

export const SIGN_IN_METHODS = ['password', 'totp', 'recovery', 'passkey'] as const

const recentSignIn = z
  .object({
    _id: z.uuid(),
    at: isoTime,
    userAgent: z.string().meta({ description: 'The User-Agent header of the login.' }),
    address: verbatimText,
    method: z.enum(SIGN_IN_METHODS).meta({
      description: 'The last thing shown: `totp` and `recovery` follow the password, `passkey` may.',
    }),
    newDevice: z.boolean().meta({ description: 'The person had not signed in from this browser in the last 90 days.' }),
  })
  .meta({
    id: 'RecentSignIn',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        at: '2026-01-05T15:04:00.000Z',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        address: '203.0.113.7',
        method: 'totp',
        newDevice: false,
      },
    ],
  })
export type RecentSignIn = z.infer<typeof recentSignIn>

export const listRecentSignIns = endpoint({
  method: 'GET',
  path: '/users/sign-ins',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Own sign-ins of the last 30 days, latest first',
  description: 'Ended sessions too, at most 20.',
  success: { status: 200, body: z.array(recentSignIn) },
})
