import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime, money, verbatimText } from '../fields.ts'
import { transactionCard } from '../ledger/transaction.ts'
import { supportMessage } from './messages.ts'
import { LIVE_TOPICS } from './notification-kinds.ts'

/** Two counters: one of the customer's own events and, for an administrator, one of the office's. */
const CURSOR = /^[0-9]{1,18}(\.[0-9]{1,18})?$/
export const eventCursor = z
  .string({ error: 'Not a valid cursor.' })
  .regex(CURSOR, 'Not a valid cursor.')
  .optional()
  .meta({ description: 'The id of the last event received; the events after it follow.', examples: ['17'] })

const MESSAGE_EVENT = {
  id: '18',
  topic: 'message',
  kind: 'support.answered',
  createdAt: '2026-01-05T15:04:00.000Z',
  userId: null,
  subjectId: null,
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
    id: z.string().meta({ description: 'Send it as `Last-Event-ID` to resume after this event.' }),
    topic: z.enum(LIVE_TOPICS).meta({
      description: 'Also the name of the event in the stream. `reset`: too many events were missed, reload everything.',
    }),
    // An open set: clients ignore kinds that a newer server added.
    kind: z.string().meta({ description: 'What happened, such as `transfer.approved` or `office.waiting`.' }),
    createdAt: isoTime,
    userId: z.uuid().nullable().meta({ description: 'In office events: the customer it is about.' }),
    subjectId: z.uuid().nullable().meta({
      description: 'In office events: the message, transaction, proposal or contact message it is about.',
    }),
    name: verbatimText.nullable().meta({ description: 'In office events about a proposal: who made it.' }),
    message: supportMessage.nullable().meta({ description: 'Null in office events: what staff read, they request.' }),
    transaction: transactionCard.nullable().meta({ description: 'Null in office events.' }),
    balance: money.nullable().meta({ description: 'The available balance, where the event is about money.' }),
    category: z.string().optional().meta({ description: 'Of the budget, in events about one, such as `groceries`.' }),
  })
  .meta({ id: 'LiveEvent', examples: [MESSAGE_EVENT] })
export type LiveEvent = z.infer<typeof liveEvent>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  policy: 'signedIn',
  passive: true,
  tag: 'Events',
  summary: 'Stream of live events',
  description: `Server-sent events for the logged-in customer: new messages, decided transactions, balance changes. An
administrator also gets the office events: messages of all threads, contact form messages, pending transactions. These have ids
only: what staff then request is in the access log. The data of each event is a LiveEvent. The first event, \`hello\`, has the id to resume from, and \`{"reset": true}\` if the client
must reload everything. After a lost connection, send the last id as \`Last-Event-ID\` (or \`after\`): each event then
arrives exactly once. The stream ends with its session and does not extend it.`,
  query: z.strictObject({ after: eventCursor }),
  success: { status: 200, body: 'events' },
})

export const recentEvents = endpoint({
  method: 'GET',
  path: '/events/recent',
  policy: 'signedIn',
  passive: true,
  tag: 'Events',
  summary: 'Recent live events, for networks that block streams',
  description: 'The events after `after`, oldest first. The header `Last-Event-ID` has the id for the next request.',
  query: z.strictObject({ after: eventCursor }),
  success: { status: 200, body: z.array(liveEvent), headers: ['Last-Event-ID'] },
})
