import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, isoTime, line, messageText, requiredLine, verbatimText } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'

/** Accepts any text: the newsletter field has no checks, and the response never reveals whether an address is known. */
export const subscribeNewsletter = endpoint({
  method: 'POST',
  path: '/newsletters',
  policy: 'public',
  rateLimit: 'contact',
  tag: 'Public',
  summary: 'Subscribe to the newsletter',
  description: 'The response is the same for every address. An address is stored once.',
  body: z.strictObject({ email: line(1024, 'E-mail') }),
  example: { body: { email: 'cara@fable.example' } },
  success: { status: 202, body: null },
})

const EXAMPLE_MESSAGE = {
  name: 'Cara Reader',
  email: 'cara@fable.example',
  mobile: '+1 555 010 0199',
  message: 'Do you open accounts for clubs?',
}

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact',
  policy: 'public',
  rateLimit: 'contact',
  tag: 'Public',
  summary: 'Send a contact form message',
  description: 'Stored, and shown to administrators in the support inbox.',
  body: z.strictObject({
    name: requiredLine(200, 'Name'),
    email,
    mobile: requiredLine(40, 'Mobile'),
    message: messageText,
    terms: z.literal(true, { error: 'Please accept the terms.' }),
  }),
  example: { body: { ...EXAMPLE_MESSAGE, terms: true } },
  success: { status: 201, body: null },
})

const newestFirst = z.strictObject({
  limit: pageLimit(50, 200),
  cursor: idCursor,
})

const unread = z.boolean().meta({ description: 'No administrator has read it before.' })

export const contactMessage = z
  .object({
    _id: z.uuid(),
    name: verbatimText,
    email: verbatimText,
    mobile: verbatimText,
    message: verbatimText,
    createdAt: isoTime,
    unread,
  })
  .meta({
    id: 'ContactMessage',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        ...EXAMPLE_MESSAGE,
        createdAt: '2026-01-05T15:04:00.000Z',
        unread: true,
      },
    ],
  })
export type ContactMessage = z.infer<typeof contactMessage>

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/suport/contact',
  policy: 'support:read',
  tag: 'Support',
  summary: 'Contact form messages, newest first',
  description: 'Reading a page marks its entries as read.',
  query: newestFirst,
  success: { status: 200, body: z.array(contactMessage), headers: ['Link'] },
})

export const subscription = z.object({ _id: z.uuid(), email: verbatimText, createdAt: isoTime, unread }).meta({
  id: 'NewsletterSubscription',
  examples: [
    {
      _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
      email: 'cara@fable.example',
      createdAt: '2026-01-05T15:04:00.000Z',
      unread: true,
    },
  ],
})
export type Subscription = z.infer<typeof subscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/suport/newsletter',
  policy: 'support:read',
  tag: 'Support',
  summary: 'Newsletter subscriptions, newest first',
  description: 'Reading a page marks its entries as read.',
  query: newestFirst,
  success: { status: 200, body: z.array(subscription), headers: ['Link'] },
})
