import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, line, lines } from './fields.ts'

/** Any text will do: the newsletter field has no checks, and the answer never tells whether an address is known. */
export const subscribeNewsletter = endpoint({
  method: 'POST',
  path: '/newsletters',
  policy: 'public',
  flood: 'letter',
  tag: 'Public',
  summary: 'Subscribe to the newsletter',
  description: 'The same answer whatever the address; an address is stored once.',
  body: z.strictObject({ email: line(1024, 'E-mail') }),
  success: { status: 202, body: null },
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact',
  policy: 'public',
  flood: 'letter',
  tag: 'Public',
  summary: 'Write to the bank',
  description: 'Stored, and shown to administrators in the support inbox.',
  body: z.strictObject({
    name: line(200, 'Name').min(1, 'Name is required.'),
    email,
    mobile: line(40, 'Mobile').min(1, 'Mobile is required.'),
    message: lines(4000, 'Message').refine((text) => text.length > 0, 'Message is required.'),
    terms: z.literal(true, { error: 'Please accept the terms.' }),
  }),
  success: { status: 201, body: null },
})
