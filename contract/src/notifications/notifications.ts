import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime } from '../fields.ts'
import { transactionCard } from '../ledger/transaction.ts'
import { BELL_KINDS, OPTIONAL_MAIL_KINDS, type OptionalMailKind } from './notification-kinds.ts'

const EXAMPLE = {
  _id: '18',
  kind: 'transfer.approved',
  createdAt: '2026-01-05T15:04:00.000Z',
  read: false,
  transaction: {
    _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
    type: 'Transfer',
    amount: -120.5,
    status: 'Completed',
    reference: 'M7QX2-9KDTF',
    createdAt: '2026-01-05T15:00:00.000Z',
    bookedAt: '2026-01-05T15:04:00.000Z',
  },
} as const

export const notification = z
  .object({
    _id: z.string(),
    kind: z.enum(BELL_KINDS),
    createdAt: isoTime,
    read: z.boolean(),
    transaction: transactionCard.nullable(),
    category: z
      .string()
      .optional()
      .meta({ description: 'Of the budget, in notifications about one, such as `groceries`.' }),
  })
  .meta({ id: 'Notification', examples: [EXAMPLE] })
export type Notification = z.infer<typeof notification>

export const bell = z
  .object({
    unread: z.number().int(),
    latest: z.array(notification).meta({ description: 'The latest twenty, newest first.' }),
    office: z
      .object({
        conversations: z.number().int(),
        contact: z.number().int(),
        newsletter: z.number().int(),
        transactions: z.number().int(),
        verifications: z.number().int(),
        proposals: z.number().int(),
        lines: z.number().int(),
      })
      .nullable()
      .meta({
        description: `For staff, each counted up to 100, and 0 for work that their role may not do: unanswered conversations,
unread contact form messages, unread newsletter sign-ups, pending transactions, people whose documents wait for a
decision, what colleagues have proposed and this person may confirm, and lines of bank statements to decide.`,
      }),
  })
  .meta({ id: 'Bell', examples: [{ unread: 1, latest: [EXAMPLE], office: null }] })
export type Bell = z.infer<typeof bell>

export const readBell = endpoint({
  method: 'GET',
  path: '/notifications',
  policy: 'signedIn',
  tag: 'Events',
  summary: 'The latest notifications and the number of unread ones',
  success: { status: 200, body: bell },
})

const ID_TEXT = 'Not a notification.'
const notificationId = z.string({ error: ID_TEXT }).regex(/^[1-9][0-9]{0,17}$/, ID_TEXT)

export const markRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  fresh: false,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Events',
  summary: 'Mark notifications as read',
  description: 'Send `_id` for one notification, or `upTo` for all up to and including it.',
  body: z.union([z.strictObject({ _id: notificationId }), z.strictObject({ upTo: notificationId })], {
    error: 'Give _id or upTo.',
  }),
  example: { body: { upTo: '18' } },
  success: { status: 200, body: bell },
})

const exampleMailKinds = Object.fromEntries(OPTIONAL_MAIL_KINDS.map((kind) => [kind, true])) as Record<
  OptionalMailKind,
  boolean
>

export const mailPreferences = z
  .strictObject(
    Object.fromEntries(
      OPTIONAL_MAIL_KINDS.map((kind) => [kind, z.boolean({ error: 'On is true, off is false.' })]),
    ) as Record<OptionalMailKind, z.ZodBoolean>,
  )
  .meta({ id: 'MailPreferences', examples: [exampleMailKinds] })
export type MailPreferences = z.infer<typeof mailPreferences>

export const readMailPreferences = endpoint({
  method: 'GET',
  path: '/notifications/mail',
  policy: 'signedIn',
  tag: 'Events',
  summary: 'Which notifications are sent by email',
  success: { status: 200, body: mailPreferences },
})

/** The email about money that left is how the owner of a stolen session finds out. */
const silencesTransfers = (preferences: MailPreferences): boolean =>
  !preferences['transfer.approved'] || !preferences['transfer.completed']

export const updateMailPreferences = endpoint({
  method: 'PUT',
  path: '/notifications/mail',
  fresh: silencesTransfers,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Events',
  summary: 'Choose which notifications are sent by email',
  description:
    'Security emails (password, email address, PIN, code) are always sent. Turning off the one about approved transfers needs a fresh session.',
  body: mailPreferences,
  example: { body: exampleMailKinds },
  success: { status: 200, body: mailPreferences },
})
