import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dollars, isoTime } from './fields.ts'
import { supportMessage, transactionCard } from './support.ts'

/** Two counters: of the person's own events and, for an administrator, of the office's. */
const CURSOR = /^[0-9]{1,18}(\.[0-9]{1,18})?$/
export const eventCursor = z
  .string({ error: 'Not a valid cursor.' })
  .regex(CURSOR, 'Not a valid cursor.')
  .optional()
  .meta({ description: 'The id of the last event that arrived: what came after it follows.', examples: ['17'] })

const MESSAGE_EVENT = {
  id: '18',
  topic: 'message',
  kind: 'support.answered',
  createdAt: '2026-01-05T15:04:00.000Z',
  userId: null,
  name: null,
  message: {
    _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
    message: 'It was approved a minute ago.',
    isAdmin: true,
    createdAt: '2026-01-05T15:04:00.000Z',
    seenAt: null,
    author: null,
    attachment: null,
    transaction: null,
  },
  transaction: null,
  balance: null,
}

export const liveEvent = z
  .object({
    id: z.string().meta({ description: 'Where to go on after this one.' }),
    topic: z.enum(['message', 'seen', 'transaction', 'balance', 'account', 'contact', 'reset']).meta({
      description: 'Also the name of the event in the stream. `reset`: too much was missed, load everything again.',
    }),
    kind: z.string().meta({ description: 'What happened, such as `transfer.approved` or `office.waiting`.' }),
    createdAt: isoTime,
    userId: z.uuid().nullable().meta({ description: 'In events of the office: whom it is about.' }),
    name: z.string().nullable(),
    message: supportMessage.nullable(),
    transaction: transactionCard.nullable(),
    balance: dollars.nullable().meta({ description: 'What can be spent now, where the event is about money.' }),
  })
  .meta({ id: 'LiveEvent', examples: [MESSAGE_EVENT] })
export type LiveEvent = z.infer<typeof liveEvent>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  policy: 'signedIn',
  passive: true,
  tag: 'Events',
  summary: 'What happens, as it happens',
  description: `Server-sent events for the signed-in person: new message, transaction decided, balance changed. An
administrator also gets what concerns the office: messages of all threads, letters, transactions that wait. Each event's
data is a LiveEvent. The first event, \`hello\`, has the id to resume from and \`{"reset": true}\` where everything should be
loaded anew. After a lost connection send the last id as \`Last-Event-ID\` (or \`after\`): nothing is missing and nothing comes
twice. The stream ends with its session. It does not keep a session alive.`,
  query: z.strictObject({ after: eventCursor }),
  success: { status: 200, body: 'events' },
})

export const recentEvents = endpoint({
  method: 'GET',
  path: '/events/recent',
  policy: 'signedIn',
  passive: true,
  tag: 'Events',
  summary: 'The same events, for where streams are blocked',
  description: 'What came after `after`, oldest first; the header `Last-Event-ID` has the id to ask with next time.',
  query: z.strictObject({ after: eventCursor }),
  success: { status: 200, body: z.array(liveEvent), headers: ['Last-Event-ID'] },
})
