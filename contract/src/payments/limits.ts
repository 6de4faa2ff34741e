import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { amount, id, isoTime, money } from '../fields.ts'
import { toCents } from '../money.ts'

export const limits = z
  .object({
    daily: money.nullable().meta({ description: 'What the person may send within a day of the bank; null: no limit.' }),
    left: money.nullable().meta({ description: 'What is left of it today; null: no limit.' }),
    sent: money.meta({ description: 'Sent today: pending and completed transfers, but none between own accounts.' }),
    resetsAt: isoTime.meta({ description: 'The beginning of the bank’s next day.' }),
    own: money.nullable().meta({ description: 'The person’s own limit; null: none.' }),
    bank: money.nullable().meta({ description: 'The bank’s limit for this person; null: none.' }),
    next: z
      .object({ own: money.nullable(), at: isoTime })
      .nullable()
      .meta({ description: 'A raised own limit that has not taken effect yet.' }),
    byStaff: z.boolean().meta({ description: 'Whether staff set another limit for this person than for others.' }),
  })
  .meta({
    id: 'Limits',
    examples: [
      {
        daily: 1000,
        left: 879.5,
        sent: 120.5,
        resetsAt: '2026-01-06T00:00:00.000Z',
        own: 1000,
        bank: 5000,
        next: { own: 2000, at: '2026-01-06T15:04:00.000Z' },
        byStaff: false,
      },
    ],
  })
export type Limits = z.infer<typeof limits>

const body = z
  .strictObject({ daily: amount().nullable().meta({ description: 'Null removes the limit.' }) })
  .transform(({ daily }) => ({ dailyCents: daily === null ? null : toCents(daily) }))

export const readLimits = endpoint({
  method: 'GET',
  path: '/users/limits',
  needsAccount: true,
  keyScope: 'read',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Money',
  summary: 'Own daily limit and what is left of it today',
  success: { status: 200, body: limits },
})

export const updateLimits = endpoint({
  method: 'PUT',
  path: '/users/limits',
  policy: 'signedIn',
  // Only raising is sensitive, and whether it is one depends on the present limit.
  fresh: false,
  apiOnly: true,
  tag: 'Money',
  rules: { daily: 'At most the limit that the bank sets.' },
  summary: 'Set an own daily limit',
  description: `A lower limit applies at once, and cancels a raise that waits. A higher one, or none, needs a fresh session and takes
effect after 24 hours. It can’t be above the bank’s limit.`,
  body,
  example: { body: { daily: 500 } },
  success: { status: 200, body: limits },
  refusals: ['confirmation_required'],
})

export const readUserLimits = endpoint({
  method: 'GET',
  path: '/admin/users/:id/limits',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'The daily limit of a person and what is left of it today',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.customer } },
  success: { status: 200, body: limits },
  refusals: ['not_found'],
})

export const updateUserLimits = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/limits',
  policy: 'people:edit',
  fresh: true,
  apiOnly: true,
  tag: 'Administration',
  summary: 'Set another daily limit for a person than the bank’s',
  description: 'At once; null: the bank’s limit again. A lower limit that the person set stays.',
  params: z.strictObject({ id }),
  body,
  example: { params: { id: EXAMPLES.customer }, body: { daily: 500 } },
  success: { status: 200, body: limits },
  refusals: ['not_found', 'own_account', 'account_closed'],
})
