import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, verbatimText } from '../fields.ts'
import { pageLimit, positionCursor } from '../paging.ts'
import { ROLES } from '../permissions.ts'

export const accessEntry = z
  .object({
    at: isoTime,
    by: verbatimText.meta({ description: 'The full name of the member of staff.' }),
    role: z.enum(ROLES).meta({ description: 'Their role: at the time of a read, today’s for an action.' }),
    // An open set: clients show kinds that a newer server added in general words.
    what: z.string().meta({
      description:
        'What they read, such as `transactions.viewed`, or did: an action of the audit log, such as `pin.reset` or `person.frozen`.',
    }),
  })
  .meta({
    id: 'AccessEntry',
    examples: [{ at: '2026-01-05T15:04:00.000Z', by: 'Grace Teller', role: 'Teller', what: 'transactions.viewed' }],
  })
export type AccessEntry = z.infer<typeof accessEntry>

const page = { limit: pageLimit(20, 100), cursor: positionCursor }
const RECORDED = `Reads are recorded once per session, person, kind and 15 minutes.`

export const listOwnAccessLog = endpoint({
  method: 'GET',
  path: '/users/access-log',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'People',
  summary: 'Which members of staff looked at the own account, and what they did; newest first',
  description: `${RECORDED} Internal notes, tags and proposals are left out.`,
  query: z.strictObject(page),
  success: { status: 200, body: z.array(accessEntry), headers: ['Link'] },
})

export const listAccessLog = endpoint({
  method: 'GET',
  path: '/admin/access-log',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Which members of staff looked at a person’s account, and what they did; newest first',
  description: `${RECORDED} About themselves, members of staff don’t see internal notes, tags and proposals.`,
  query: z.strictObject({ userId: id, ...page }),
  example: { query: { userId: EXAMPLES.customer } },
  success: { status: 200, body: z.array(accessEntry), headers: ['Link'] },
  refusals: ['not_found'],
})
