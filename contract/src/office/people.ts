import { z } from 'zod'
import { EXAMPLE_USER, localeField, staffUser } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { emailAddress, profileFields, requiredLine } from '../fields.ts'
import { FILL_ALL_TEXT } from '../texts.ts'

export const createPerson = endpoint({
  method: 'POST',
  path: '/admin/people',
  fresh: true,
  policy: 'people:edit',
  apiOnly: true,
  tag: 'Administration',
  rules: { dob: 'In the past.' },
  summary: 'Create a customer at the desk',
  description: `The customer is Pending, with an account. A link to set a password is sent to the address; it works once, for seven days,
and staff never know the password. Whoever created a customer can’t verify them where four eyes is on.`,
  body: z.strictObject({
    fullName: requiredLine(200, 'Full name', FILL_ALL_TEXT),
    email: emailAddress(FILL_ALL_TEXT),
    ...z.object(profileFields).partial().shape,
    locale: localeField.optional().meta({ description: 'The language of emails and pages. The bank’s, when absent.' }),
  }),
  example: {
    body: {
      fullName: EXAMPLE_USER.fullName,
      email: EXAMPLES.newEmail,
      mobile: '+1 555 010 0142',
      address: '7 Storyteller Lane',
      gender: 'female',
      dob: '1990-12-31',
      nationality: 'Fableland',
      locale: 'en',
    },
  },
  success: { status: 201, body: staffUser },
  refusals: ['email_taken'],
})
