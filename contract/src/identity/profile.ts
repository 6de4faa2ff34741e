import { z } from 'zod'
import { localeField, ownProfile, user } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/update',
  fresh: ({ email }: { email?: string }) => email !== undefined,
  policy: 'signedIn',
  tag: 'People',
  rules: { dob: 'In the past.' },
  summary: 'Change own profile fields',
  description: `Every field is optional. A new email address must not be in use. It is used to log in at once; the last confirmed address
gets a link that undoes the change for 72 hours, and all other email until the new address is confirmed. Name and date of birth of a
person who was ever Active were verified and stay: other values open a request (nameChange), which replaces an open one and which staff
decide about. A request needs a fresh session; without one, nothing is changed.`,
  body: z.strictObject({ ...ownProfile, locale: localeField }).partial(),
  example: {
    body: {
      fullName: 'Ada Example',
      email: EXAMPLES.newEmail,
      mobile: '+1 555 010 0142',
      address: '7 Storyteller Lane',
      gender: 'female',
      dob: '1990-12-31',
      nationality: 'Fableland',
      locale: 'en',
    },
  },
  success: { status: 200, body: user },
  refusals: ['account_closed', 'email_taken', 'confirmation_required', 'verification_submitted'],
})
