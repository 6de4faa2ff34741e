import { z } from 'zod'
import { SECOND_PERSON_RULES } from '../authority/proposal-kinds.ts'
import { proposal } from '../authority/proposals.ts'
import { account, EXAMPLE_ACCOUNT } from '../customers/accounts.ts'
import { EXAMPLE_USER as SHOWN_USER, STATUSES, staffUser } from '../customers/people.ts'
import { tagFilter, tagTexts } from '../customers/tags.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import {
  dayOrTime,
  emailAddress,
  id,
  isoTime,
  line,
  money,
  profileFields,
  requiredLine,
  seen,
  verbatimText,
} from '../fields.ts'
import { pageLimit, pageNumber } from '../paging.ts'
import { type Permission, ROLES } from '../permissions.ts'
import { FIVE_DIGITS_TEXT, NAME_AND_EMAIL_TEXT } from '../texts.ts'
import { erasure } from './erasure.ts'

/** A person in the list of staff. */
export const listedUser = staffUser
  .extend({ tags: tagTexts })
  .meta({ id: 'ListedUser', examples: [{ ...SHOWN_USER, standing: null, tags: ['VIP'] }] })
export type ListedUser = z.infer<typeof listedUser>

/** What staff can narrow the list of people by. */
export const peopleFilters = {
  search: line(254, 'Search').optional().meta({
    description:
      'Words of the name in any order, part of an email address, case-insensitive, or six or more digits of a phone or account number.',
  }),
  status: z.enum(STATUSES, { error: 'Not a status.' }).optional(),
  role: z.enum(ROLES, { error: 'Not a role.' }).optional(),
  tag: tagFilter,
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/users/all',
  keyScope: 'staff:read',
  policy: 'people:read',
  tag: 'Administration',
  summary: 'All people, newest first',
  description: 'The total is omitted for a search or filter with more than 10,000 results.',
  query: z.strictObject({
    ...peopleFilters,
    page: pageNumber,
    limit: pageLimit(5, 100),
  }),
  success: { status: 200, body: z.array(listedUser), headers: ['X-Total-Count', 'Link'] },
})

/** The state of a person's secrets, never their values. */
const secrets = z.object({
  pin: z.object({
    state: z.enum(['none', 'set', 'locked']).meta({ description: 'Locked by five wrong attempts in a row.' }),
  }),
  code: z.object({
    state: z.enum(['none', 'valid', 'expired', 'locked']),
    expiresAt: isoTime.nullable().meta({ description: 'Null without a code.' }),
  }),
})

const decidedAlone = money.meta({
  description:
    'What the caller decided alone in the last 24 hours and counts towards the limit above which a second member of staff must confirm: for this person; for all whom the caller verified within 30 days, if this person is one; and near ten times the limit over all customers, what leaves only the rest of that.',
})

const named = z.object({ _id: z.uuid(), fullName: verbatimText })
export const appointment = z.object({
  givenBy: named,
  proposedBy: named.nullable().meta({ description: 'The first of two, where another one confirmed it.' }),
  givenAt: isoTime,
  confirmedBy: named.nullable().meta({ description: 'The third person who confirmed the role since; null: no one.' }),
  confirmedAt: isoTime.nullable(),
  rule: z
    .enum([...SECOND_PERSON_RULES, 'third_person_needed'])
    .nullable()
    .meta({
      description: 'The rule by which the caller can’t confirm the role: the code of the refusal.',
    }),
})
export type Appointment = z.infer<typeof appointment>

export const personDetails = z
  .object({
    user: staffUser,
    secrets,
    accounts: z.array(account),
    tags: tagTexts,
    decidedAlone,
    erasure: erasure.nullable().meta({ description: 'Null: the person was not erased.' }),
    appointment: appointment.nullable().meta({
      description: 'Of staff: who gave the role. Null: no one did, as for customers and the first administrators.',
    }),
  })
  .meta({
    id: 'PersonDetails',
    examples: [
      {
        user: { ...SHOWN_USER, standing: null },
        secrets: { pin: { state: 'set' }, code: { state: 'none', expiresAt: null } },
        accounts: [EXAMPLE_ACCOUNT],
        tags: ['VIP'],
        decidedAlone: 0,
        erasure: null,
        appointment: null,
      },
    ],
  })
export type PersonDetails = z.infer<typeof personDetails>

export const readPerson = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  keyScope: 'staff:read',
  policy: 'people:read',
  apiOnly: true,
  tag: 'Administration',
  summary: 'One person, with all accounts and the state of PIN and transaction code',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.customer } },
  success: { status: 200, body: personDetails },
  refusals: ['not_found'],
})

export const transactionCode = z.strictObject({
  code: z.string({ error: FIVE_DIGITS_TEXT }).regex(/^[0-9]{5}$/, FIVE_DIGITS_TEXT),
  expireDate: dayOrTime.meta({
    description: 'A time, or a date, which means the end of that day in the bank’s time zone. Not in the past.',
    examples: ['2027-01-31'],
  }),
})

const userUpdates = z
  .strictObject({
    fullName: requiredLine(200, 'Full name', NAME_AND_EMAIL_TEXT),
    email: emailAddress(NAME_AND_EMAIL_TEXT),
    ...profileFields,
    role: z.enum(ROLES, { error: 'The role is User, Support, Teller, Auditor or Admin.' }),
    status: z.enum(STATUSES, { error: 'The status is Active, Pending, Frozen or Closed.' }),
    codeDescription: line(400, 'Code description'),
    transactionCode,
  })
  .partial()
export type UserUpdates = z.output<typeof userUpdates>

const expectedFields = z
  .strictObject({
    fullName: seen,
    email: seen,
    mobile: seen,
    address: seen,
    gender: seen,
    dob: seen,
    nationality: seen,
    role: seen,
    status: seen,
    codeDescription: seen,
  })
  .partial()
export type ExpectedFields = z.output<typeof expectedFields>

/** Giving or taking power, a secret, or a verified name, needs a fresh session; correcting a phone number does not. */
const changesAuthority = ({ updates }: { updates: UserUpdates }): boolean =>
  ['role', 'status', 'email', 'transactionCode', 'fullName', 'dob'].some((name) => name in updates)

/** Support stops a thief at once. Undoing it is another member of staff's decision. */
const onlyFreezes = ({ reason: _, ...updates }: UserUpdates & { reason?: string | undefined }): boolean =>
  updates.status === 'Frozen' && Object.keys(updates).length === 1

/** Roles and addresses of others are an Admin's, and so is the status of staff (`change-standing.ts`); secrets need the permission for secrets. */
function permissionsFor({ updates }: { updates: UserUpdates }): Permission[] {
  const names = Object.keys(updates)
  const changes = (...fields: (keyof UserUpdates)[]) => fields.some((field) => names.includes(field))
  return [
    ...(onlyFreezes(updates) ? [] : (['people:edit'] as const)),
    ...(changes('role', 'email') ? (['authority:change'] as const) : []),
    ...(changes('transactionCode', 'codeDescription') ? (['secrets:reset'] as const) : []),
  ]
}

const statusReason = line(400, 'Reason').optional().meta({
  description:
    'Of the new status. Needed to freeze, unfreeze and close; for staff only, and kept in the audit log. Here or beside it, or the same in both.',
})
type WithReason = { reason?: string | undefined; updates: { reason?: string | undefined } }
const hasOneReason = ({ reason, updates }: WithReason) =>
  reason === undefined || updates.reason === undefined || reason === updates.reason

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/admin/user',
  fresh: changesAuthority,
  policy: 'people:freeze',
  alsoNeeds: permissionsFor,
  tag: 'Administration',
  rules: {
    reason: 'Needed to freeze, unfreeze and close; in one place, or the same in both.',
    'updates.dob': 'In the past.',
    'updates.transactionCode.expireDate': 'Not in the past.',
  },
  summary: 'Change a person: profile, role, status, transaction code',
  description: `Every field is optional. A code can be set and cleared, but never read. Frozen: the person logs in, reads and
receives money, but can’t transfer; Support may freeze, and nothing else. Closed: final; needs an account without money and without pending transactions. Unless four
eyes is off, a role or status that gives permissions, another person's email, and name and date of birth of a verified person wait for
a second member of staff: 202 with the first proposal, and the rest is changed.`,
  body: z
    .strictObject({
      userId: id,
      updates: userUpdates.extend({ reason: statusReason }),
      reason: statusReason,
      expected: expectedFields.optional().meta({
        description:
          'Fields as the administrator last loaded them. If one has changed, the update is rejected with the `current` user.',
      }),
    })
    .refine(hasOneReason, { path: ['reason'], error: 'Enter one reason.' }),
  example: {
    body: {
      userId: EXAMPLES.customer,
      updates: {
        fullName: 'Ada Example',
        email: EXAMPLES.newEmail,
        mobile: '+1 555 010 0142',
        address: '7 Storyteller Lane',
        gender: 'female',
        dob: '1990-12-31',
        nationality: 'Fableland',
        role: 'User',
        status: 'Frozen',
        codeDescription: 'Ask the branch for the code.',
        transactionCode: { code: '54321', expireDate: '2099-01-31' },
      },
      reason: 'Card reported stolen',
      expected: { mobile: '' },
    },
  },
  success: { status: 200, body: staffUser },
  proposal,
  refusals: [
    'already_proposed',
    'own_account',
    'second_admin_needed',
    'not_found',
    'no_account',
    'email_taken',
    'last_admin',
    'changed_meanwhile',
    'account_closed',
    'account_not_empty',
  ],
})

const userReference = z.strictObject({ userId: id })

export const removeCode = endpoint({
  method: 'PATCH',
  path: '/admin/remove-code',
  fresh: true,
  policy: 'secrets:reset',
  tag: 'Administration',
  summary: 'Clear a customer’s transaction code',
  body: userReference,
  example: { body: { userId: EXAMPLES.customer } },
  success: { status: 200, body: staffUser },
  refusals: ['own_account', 'not_found', 'account_closed'],
})

export const resetFactors = endpoint({
  method: 'POST',
  path: '/admin/factors/reset',
  fresh: true,
  policy: 'secrets:reset',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Remove a person’s second factors',
  description: `For a person who has lost phone, passkeys and recovery codes, after their identity was verified. Removes all of
them and ends all sessions; the person logs in with the password and is notified by email. Unless four eyes is off, a second
member of staff has to confirm: 202 with the proposal. Where it is off, every Admin is told.`,
  body: z.strictObject({
    userId: id,
    reason: requiredLine(400, 'Reason', 'Enter a reason.').meta({ description: 'Kept in the audit log.' }),
  }),
  example: { body: { userId: EXAMPLES.customer, reason: 'Lost phone, showed passport at the branch' } },
  success: { status: 204, body: null },
  proposal,
  refusals: ['already_proposed', 'own_account', 'not_found', 'account_closed'],
})

export const resetPin = endpoint({
  method: 'POST',
  path: '/admin/reset-pin',
  fresh: true,
  policy: 'secrets:reset',
  tag: 'Administration',
  summary: 'Reset a customer’s PIN',
  description:
    'The customer creates a new one. Also unlocks a PIN that was locked by five wrong attempts. Unless four eyes is off, a second member of staff has to confirm: 202 with the proposal.',
  body: userReference,
  example: { body: { userId: EXAMPLES.customer } },
  success: { status: 200, body: staffUser },
  proposal,
  refusals: ['already_proposed', 'account_closed', 'own_account', 'not_found'],
})

export const confirmRole = endpoint({
  method: 'POST',
  path: '/admin/staff/:id/confirm-role',
  fresh: true,
  policy: 'authority:change',
  apiOnly: true,
  tag: 'Administration',
  summary: 'Confirm the role of a member of staff as a third person',
  description: `Until then, those who gave the role and who has it can’t confirm each other’s proposals. Not by one of them, nor by someone
they appointed or were appointed by, nor by staff who got their role, or whose second factors were reset or first set up, less than
24 hours ago. Where there is no third person, the operator makes one with \`npm run admin:create\`. A role that no one gave, or that
is confirmed, stays as it is.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.supportStaff } },
  success: { status: 200, body: staffUser },
  refusals: ['not_found', 'third_person_needed', 'role_new', 'factors_new'],
})
