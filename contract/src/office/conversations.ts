import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, verbatimText } from '../fields.ts'
import { ROLES } from '../permissions.ts'
import { conversation } from './support.ts'

export const updateConversation = endpoint({
  method: 'PATCH',
  path: '/admin/conversations/:userId',
  fresh: false,
  policy: 'support:reply',
  apiOnly: true,
  tag: 'Support',
  rules: { assignedTo: 'A member of staff who may reply.' },
  summary: 'Assign a conversation, solve or reopen it',
  description: `Of two changes the last one wins. With \`expected\`, a conversation that has another assignee by now is refused
with 409. \`waiting\` can’t be set: it follows from the messages. Staff can’t assign or solve their own conversation.`,
  params: z.strictObject({ userId: id }),
  body: z
    .strictObject({
      assignedTo: id.nullable().optional().meta({ description: 'Staff who may reply; null: unassigned.' }),
      expected: z
        .strictObject({ assignedTo: id.nullable() })
        .optional()
        .meta({ description: 'The assignee that the caller saw.' }),
      state: z.enum(['open', 'solved'], { error: 'Choose open or solved.' }).optional(),
    })
    .refine(({ assignedTo, state }) => assignedTo !== undefined || state !== undefined, {
      error: 'Give assignedTo or state.',
    })
    .meta({ anyOf: [{ required: ['assignedTo'] }, { required: ['state'] }] }),
  example: {
    params: { userId: EXAMPLES.correspondent },
    body: { assignedTo: EXAMPLES.supportStaff, expected: { assignedTo: null }, state: 'open' },
  },
  success: { status: 200, body: conversation },
  refusals: ['own_account', 'not_found', 'changed_meanwhile'],
})

export const supportColleague = z.object({ _id: z.uuid(), fullName: verbatimText, role: z.enum(ROLES) }).meta({
  id: 'SupportColleague',
  examples: [{ _id: EXAMPLES.supportStaff, fullName: 'Sol Support', role: 'Support' }],
})
export type SupportColleague = z.infer<typeof supportColleague>

export const listSupportColleagues = endpoint({
  method: 'GET',
  path: '/admin/support-staff',
  policy: 'support:reply',
  apiOnly: true,
  tag: 'Support',
  summary: 'Staff who may reply to customers, by name',
  success: { status: 200, body: z.array(supportColleague) },
})
