import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailAddress, GENDERS, isoTime, money, profileFields, requiredLine, verbatimText } from '../fields.ts'
import { LOCALES } from '../locales.ts'
import { ROLES } from '../permissions.ts'
import { LOCALE_TEXT, NAME_AND_EMAIL_TEXT } from '../texts.ts'

export const STATUSES = ['Active', 'Pending', 'Frozen', 'Closed'] as const
export type Status = (typeof STATUSES)[number]

export const EXAMPLE_USER = {
  _id: '0198c1a1-22bb-7000-8000-5e4f3a2b1c0d',
  fullName: 'Ada Example',
  email: 'ada@fable.example',
  emailConfirmed: true,
  mobile: '',
  nationality: '',
  dob: '1990-12-31',
  gender: '',
  address: '',
  image: '',
  accountNumber: '4410077123',
  role: 'User',
  status: 'Active',
  balance: 12480.55,
  held: 120.5,
  hasPin: true,
  hasTransactionCode: false,
  codeDescription: '',
  locale: 'en',
  nameChange: null,
  createdAt: '2026-01-05T15:04:00.000Z',
}

/** What a verified person asked staff to change. */
export const nameChange = z.object({
  fullName: verbatimText,
  dob: z.string().meta({ description: 'YYYY-MM-DD, or empty.' }),
  status: z.literal('Pending'),
})
export type NameChange = z.infer<typeof nameChange>

export const user = z
  .object({
    _id: z.uuid(),
    fullName: verbatimText,
    email: verbatimText,
    emailConfirmed: z.boolean().meta({ description: 'Whether the link sent to this address was followed.' }),
    mobile: verbatimText,
    nationality: z.string(),
    dob: z.string().meta({ description: 'YYYY-MM-DD, or empty.' }),
    gender: z.enum([...GENDERS, '']),
    address: verbatimText,
    image: z.string(),
    accountNumber: verbatimText.meta({ description: 'Empty: a member of staff without an account.' }),
    role: z.enum(ROLES),
    status: z.enum(STATUSES),
    balance: money.meta({
      description: 'The available balance: posted money less the amounts held by pending transfers.',
    }),
    held: money.meta({ description: 'Reserved by pending transfers.' }),
    hasPin: z.boolean(),
    hasTransactionCode: z.boolean(),
    codeDescription: verbatimText,
    locale: z.enum(LOCALES).nullable().meta({
      description:
        'The language of pages, emails and documents; null: none was chosen. The default applies while the bank does not offer it.',
    }),
    nameChange: nameChange.nullable().meta({
      description:
        'The name and date of birth that a verified person has asked for and staff have not decided about; null: none.',
    }),
    createdAt: isoTime,
  })
  .meta({
    id: 'User',
    examples: [EXAMPLE_USER],
  })
export type User = z.infer<typeof user>

/** Why the status was last changed. For staff only: the person never sees it. */
export const standing = z
  .object({
    reason: verbatimText,
    at: isoTime,
    by: z.object({ _id: z.uuid(), fullName: verbatimText }),
  })
  .nullable()
  .meta({ description: 'The reason of the status, when it was given and by whom; null if there is none.' })

/** A person as staff see them. */
export const staffUser = user.extend({ standing }).meta({
  id: 'StaffUser',
  examples: [{ ...EXAMPLE_USER, standing: null }],
})
export type StaffUser = z.infer<typeof staffUser>

const perKind = z.object({ deposits: z.number(), transfers: z.number() })
const EXAMPLE_STATS = {
  currentMonth: { deposits: 3200, transfers: 845.2 },
  lastMonth: { deposits: 3200, transfers: 910 },
  increasePercentage: { deposits: 0, transfers: -7.1 },
}

export const stats = z.object({ currentMonth: perKind, lastMonth: perKind, increasePercentage: perKind }).meta({
  id: 'Stats',
  description: 'Completed transactions by value date, months in the bank’s time zone.',
  examples: [EXAMPLE_STATS],
})
export type Stats = z.infer<typeof stats>

export const profile = z
  .object({ user, stats })
  .meta({ id: 'Profile', examples: [{ user: EXAMPLE_USER, stats: EXAMPLE_STATS }] })
export type Profile = z.infer<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/users',
  keyScope: 'read',
  policy: 'signedIn',
  tag: 'People',
  summary: 'The logged-in customer with balance and statistics',
  success: { status: 200, body: profile },
})

/** The API knows all languages; the bank offers some of them. */
export const localeField = z.enum(LOCALES, { error: LOCALE_TEXT })

/** Name and email may be absent, but not empty. */
export const ownProfile = {
  fullName: requiredLine(200, 'Full name', NAME_AND_EMAIL_TEXT),
  email: emailAddress(NAME_AND_EMAIL_TEXT),
  ...profileFields,
}
