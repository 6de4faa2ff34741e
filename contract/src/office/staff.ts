import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { STATUSES, staffUser } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { emailAddress, id, isoTime, requiredLine, verbatimText } from '../fields.ts'
import { ROLES, STAFF_ROLES } from '../permissions.ts'
import { msg } from '../text-id.ts'
import { FILL_ALL_TEXT } from '../texts.ts'
import { appointment } from './administration.ts'

const EXAMPLE_MEMBER = {
  _id: EXAMPLES.supportStaff,
  fullName: 'Tess Teller',
  email: 'tess@fable.example',
  role: 'Teller',
  status: 'Active',
  isCustomer: false,
  hasPassword: true,
  hasSecondFactor: true,
  joinedAt: '2026-01-05T15:04:00.000Z',
  appointment: null,
}

export const staffMember = z
  .object({
    _id: z.uuid(),
    fullName: verbatimText,
    email: verbatimText,
    role: z.enum(ROLES),
    status: z.enum(STATUSES),
    isCustomer: z
      .boolean()
      .meta({ description: 'Whether they have an account of their own, from before they joined.' }),
    hasPassword: z.boolean().meta({ description: 'False: invited, and the link was not used yet.' }),
    hasSecondFactor: z.boolean(),
    joinedAt: isoTime,
    appointment: appointment
      .nullable()
      .meta({ description: 'Null: no one gave the role, as for the first administrators.' }),
  })
  .meta({ id: 'StaffMember', examples: [EXAMPLE_MEMBER] })
export type StaffMember = z.infer<typeof staffMember>

export const listStaff = endpoint({
  method: 'GET',
  path: '/admin/staff',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'The members of staff, by name',
  success: { status: 200, body: z.array(staffMember) },
})

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/admin/staff',
  fresh: true,
  policy: 'authority:change',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Invite a member of staff',
  description: `A proposal of the kind \`staff\` that a second administrator confirms. Then the person exists, without a bank account, and gets a
link to set a password, which works once, for seven days. All administrators are told. Where four eyes is off it is done at once: 201.`,
  body: z.strictObject({
    fullName: requiredLine(200, 'Full name', FILL_ALL_TEXT),
    email: emailAddress(FILL_ALL_TEXT),
    role: z.enum(STAFF_ROLES, { error: msg('The role is Support, Teller, Auditor or Admin.') }),
  }),
  example: { body: { fullName: EXAMPLE_MEMBER.fullName, email: EXAMPLES.newEmail, role: 'Teller' } },
  success: { status: 201, body: staffUser },
  proposal,
  refusals: ['already_proposed', 'email_taken'],
})

export const leaveStaff = endpoint({
  method: 'POST',
  path: '/admin/staff/:id/leave',
  fresh: true,
  policy: 'authority:change',
  apiOnly: true,
  tag: 'Administration',
  summary: 'A member of staff leaves',
  description: `Ends their sessions, API keys and reset links, role and assignments, and withdraws what they proposed. A person with an account
of their own stays a customer; one without is closed. All administrators are told. Not for oneself, nor for the last administrator.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.leavingStaff } },
  success: { status: 200, body: staffUser },
  refusals: ['not_found', 'own_account', 'last_admin'],
})
