import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { EXAMPLE_USER, staffUser } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, verbatimText } from '../fields.ts'
import { ERASURE_GROUNDS } from './erasure-grounds.ts'

export const erasure = z
  .object({
    erasedAt: isoTime,
    identityUntil: isoTime.meta({
      description: 'Until then the law asks for the identity of the person, which is kept encrypted.',
    }),
    booksUntil: isoTime.meta({ description: 'Until then the texts of bookings and issued documents are kept.' }),
  })
  .meta({
    id: 'Erasure',
    examples: [
      {
        erasedAt: '2026-11-16T10:00:00.000Z',
        identityUntil: '2031-11-02T09:30:00.000Z',
        booksUntil: '2036-11-02T09:30:00.000Z',
      },
    ],
  })
export type Erasure = z.infer<typeof erasure>

const params = z.strictObject({ id })

export const eraseUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/erasure',
  policy: 'authority:change',
  fresh: true,
  apiOnly: true,
  tag: 'Administration',
  summary: 'Erase a person whose account is closed',
  description: `Final. A pseudonym replaces the person; sessions, second factors, chat, uploads, payees and notes are deleted. The books
stay whole: amounts, dates and hashes don’t change. What the law asks for is kept until its time is over: the identity encrypted
(\`RETENTION_IDENTITY_YEARS\`), the texts of bookings in place (\`RETENTION_BOOKS_YEARS\`), both counted from the closing. Unless four
eyes is off, a second member of staff has to confirm: 202 with the proposal.`,
  params,
  body: z.strictObject({
    ground: z.enum(ERASURE_GROUNDS, { error: 'The ground is requested or expired.' }).meta({
      description:
        'The person requested it, or the time for which the bank needs the data has expired. Kept in the audit log.',
    }),
  }),
  example: { params: { id: EXAMPLES.formerCustomer }, body: { ground: 'requested' } },
  success: { status: 200, body: staffUser },
  proposal,
  refusals: ['already_proposed', 'own_account', 'not_found', 'account_open', 'already_erased', 'payments_under_way'],
})

export const keptIdentity = z
  .object({
    fullName: verbatimText,
    email: verbatimText,
    mobile: verbatimText,
    nationality: z.string(),
    dob: z.string(),
    gender: z.string(),
    address: verbatimText,
  })
  .meta({
    id: 'KeptIdentity',
    examples: [
      {
        fullName: EXAMPLE_USER.fullName,
        email: EXAMPLE_USER.email,
        mobile: '',
        nationality: '',
        dob: '1990-05-14',
        gender: '',
        address: '',
      },
    ],
  })
export type KeptIdentity = z.infer<typeof keptIdentity>

export const openIdentity = endpoint({
  method: 'POST',
  path: '/admin/users/:id/erasure/identity',
  policy: 'authority:change',
  fresh: true,
  apiOnly: true,
  tag: 'Administration',
  summary: 'Read the identity of an erased person while the law asks for it',
  description: 'For a court or an authority. Every call is in the audit log.',
  params,
  example: { params: { id: EXAMPLES.erasedCustomer } },
  success: { status: 200, body: keptIdentity },
  refusals: ['own_account', 'not_found'],
})
