import { z } from 'zod'
import { IMAGE_URL_PATTERN, imageIdOf } from '../customers/image-url.ts'
import { EXAMPLE_USER, staffUser } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, messageText, verbatimText } from '../fields.ts'
import { supportMessage } from '../notifications/messages.ts'
import { pageLimit, positionCursor } from '../paging.ts'
import { transaction } from '../payments/transactions.ts'
import { ASSIGNMENTS, CONVERSATION_STATES } from './conversation-states.ts'

/** The receiver of a customer's messages: the bank, whichever administrator replies. */
export const OFFICE = 'Admin'

export const conversation = z
  .object({
    userId: z.uuid(),
    name: verbatimText,
    lastMessage: verbatimText,
    lastMessageAt: isoTime,
    lastIsAdmin: z.boolean().meta({ description: 'The bank wrote the last message.' }),
    unread: z.number().meta({ description: 'Messages of the customer that no member of staff has read.' }),
    state: z.enum(CONVERSATION_STATES),
    waitingSince: isoTime
      .nullable()
      .meta({ description: 'The customer’s first message since the last reply; null: answered or solved.' }),
    assignedTo: z
      .object({ _id: z.uuid(), fullName: verbatimText })
      .nullable()
      .meta({ description: 'The member of staff who takes care of it. Who may no longer reply counts as none.' }),
  })
  .meta({
    id: 'Conversation',
    examples: [
      {
        userId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        name: 'Ada Walker',
        lastMessage: 'When will my transfer be approved?',
        lastMessageAt: '2026-01-05T15:04:00.000Z',
        lastIsAdmin: false,
        unread: 1,
        state: 'waiting',
        waitingSince: '2026-01-05T15:04:00.000Z',
        assignedTo: null,
      },
    ],
  })
export type Conversation = z.infer<typeof conversation>

const pageBack = {
  before: id.optional().meta({ description: 'A message of the thread: the page ends just before it.' }),
  limit: pageLimit(50, 200),
}

export const listConversations = endpoint({
  method: 'GET',
  path: '/suport/conversation',
  policy: 'support:read',
  tag: 'Support',
  summary: 'All conversations, latest first',
  description: 'With `state=waiting` those that wait the longest come first.',
  query: z.strictObject({
    assigned: z
      .enum(ASSIGNMENTS, { error: 'Choose mine, unassigned or all.' })
      .default('all')
      .meta({ description: 'Whose conversations.' }),
    state: z
      .enum(CONVERSATION_STATES, { error: 'Choose open, waiting or solved.' })
      .optional()
      .meta({ description: 'All states by default.' }),
    search: line(254, 'Search')
      .optional()
      .meta({ description: 'Part of the customer’s name or email address, case-insensitive.' }),
    limit: pageLimit(50, 200),
    cursor: positionCursor,
  }),
  success: { status: 200, body: z.array(conversation), headers: ['Link'] },
})

export const readThread = endpoint({
  method: 'GET',
  path: '/suport/user',
  policy: 'support:read',
  tag: 'Support',
  summary: 'The messages of one customer, oldest first',
  description: 'The latest ones; `before` pages back. Reading marks the customer’s messages as read.',
  query: z.strictObject({ userId: id, ...pageBack }),
  example: { query: { userId: EXAMPLES.correspondent } },
  success: { status: 200, body: z.array(supportMessage), headers: ['Link'] },
  refusals: ['not_found'],
})

export const readOwnThread = endpoint({
  method: 'GET',
  path: '/suport/message',
  policy: 'signedIn',
  tag: 'Support',
  summary: 'Own messages, oldest first',
  description: 'The latest ones; `before` pages back. Reading marks the replies as read.',
  query: z.strictObject(pageBack),
  success: { status: 200, body: z.array(supportMessage), headers: ['Link'] },
  refusals: ['not_found'],
})

export const readCorrespondent = endpoint({
  method: 'GET',
  path: '/suport/person',
  policy: 'support:read',
  tag: 'Support',
  summary: 'The customer of a conversation and their latest transactions',
  query: z.strictObject({ userId: id }),
  example: { query: { userId: EXAMPLES.correspondent } },
  success: {
    status: 200,
    body: z
      .object({
        user: staffUser,
        recent: z.array(transaction),
        conversation: conversation.nullable().meta({ description: 'Null before the first message.' }),
      })
      .meta({
        id: 'Correspondent',
        examples: [{ user: { ...EXAMPLE_USER, standing: null }, recent: [], conversation: null }],
      }),
  },
  refusals: ['not_found'],
})

/** The caller's own upload, by the imageUrl of the upload's response. */
const ownUpload = z
  .string({ error: 'Not a file of yours.' })
  .transform((text, context) => {
    const found = imageIdOf(text)
    if (found) return found
    context.addIssue({ code: 'custom', message: 'Not a file of yours.' })
    return z.NEVER
  })
  .meta({
    pattern: IMAGE_URL_PATTERN,
    description: 'The imageUrl of the caller’s own upload.',
    examples: [EXAMPLES.uploadUrl],
  })

export const sendMessage = endpoint({
  method: 'POST',
  path: '/suport/send',
  fresh: false,
  allowsClosed: true,
  policy: 'signedIn',
  rateLimit: 'chat',
  tag: 'Support',
  summary: 'Write to support, or reply as the bank',
  description: `To 'Admin', in the caller’s own thread. Staff may also name a customer and reply in that customer’s thread; an
unassigned conversation is assigned to them. Staff can’t answer in their own. The receiver decides whether a message is from the
bank; \`isAdmin\` is ignored.`,
  body: z.strictObject({
    receiver: z.union([z.literal(OFFICE), id], { error: 'The receiver is Admin or the id of a person.' }),
    message: messageText,
    isAdmin: z.boolean().optional(),
    _id: id.optional().meta({
      description: 'Generated by the caller, so that a retry does not store the message twice.',
    }),
    attachment: ownUpload.optional(),
    transactionId: id.optional().meta({ description: 'A transaction of the thread’s customer, shown as a card.' }),
  }),
  example: {
    body: {
      receiver: OFFICE,
      message: 'When will my transfer be approved?',
      isAdmin: false,
      _id: EXAMPLES.messageId,
      attachment: EXAMPLES.uploadUrl,
      transactionId: EXAMPLES.pendingTransfer,
    },
  },
  success: { status: 201, body: supportMessage },
  refusals: ['second_factor_required', 'forbidden', 'own_account', 'not_found'],
})
