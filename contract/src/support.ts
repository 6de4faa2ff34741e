import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoTime, messageText } from './fields.ts'
import { pageLimit, positionCursor } from './paging.ts'

/** Whom an account holder writes to: the bank, whoever answers. */
export const OFFICE = 'Admin'

export const supportMessage = z
  .object({
    _id: z.uuid(),
    message: z.string(),
    isAdmin: z.boolean().meta({ description: 'Written by an administrator.' }),
    createdAt: isoTime,
  })
  .meta({
    id: 'SupportMessage',
    examples: [
      {
        _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        message: 'When will my transfer be approved?',
        isAdmin: false,
        createdAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type SupportMessage = z.infer<typeof supportMessage>

export const conversation = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    lastMessage: z.string(),
    lastMessageAt: isoTime,
    unread: z.number().meta({ description: 'Messages of the person that no administrator has read.' }),
  })
  .meta({
    id: 'Conversation',
    examples: [
      {
        userId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
        name: 'Ada Walker',
        lastMessage: 'When will my transfer be approved?',
        lastMessageAt: '2026-01-05T15:04:00.000Z',
        unread: 1,
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
  policy: 'admin',
  tag: 'Support',
  summary: 'All conversations, latest first',
  query: z.strictObject({ limit: pageLimit(50, 200), cursor: positionCursor }),
  success: { status: 200, body: z.array(conversation), headers: ['Link'] },
})

export const readThread = endpoint({
  method: 'GET',
  path: '/suport/user',
  policy: 'admin',
  tag: 'Support',
  summary: 'The messages of one person, oldest first',
  description: 'The last ones; `before` pages back. Reading them marks what the person wrote as read.',
  query: z.strictObject({ userId: id, ...pageBack }),
  success: { status: 200, body: z.array(supportMessage), headers: ['Link'] },
  refusals: ['not_found'],
})

export const readOwnThread = endpoint({
  method: 'GET',
  path: '/suport/message',
  policy: 'signedIn',
  tag: 'Support',
  summary: 'Own messages, oldest first',
  description: 'The last ones; `before` pages back. Reading them marks the answers as read.',
  query: z.strictObject(pageBack),
  success: { status: 200, body: z.array(supportMessage), headers: ['Link'] },
  refusals: ['not_found'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/suport/send',
  policy: 'signedIn',
  flood: 'chat',
  tag: 'Support',
  summary: 'Write to support, or answer as an administrator',
  description: `To 'Admin', in one’s own thread; an administrator may also name a person, and answers in that person’s
thread. Whether a message is from an administrator follows from that, never from \`isAdmin\`, which is taken and ignored.`,
  body: z
    .strictObject({
      receiver: z.union([z.literal(OFFICE), id], { error: 'The receiver is Admin or the id of a person.' }),
      message: messageText,
      isAdmin: z.boolean().optional(),
    })
    .meta({ examples: [{ receiver: OFFICE, message: 'When will my transfer be approved?', isAdmin: false }] }),
  success: { status: 201, body: supportMessage },
  refusals: ['not_found'],
})
