import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { password, SECRET_RULES_TEXT } from './auth.ts'

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  fresh: true,
  allowsClosed: true,
  policy: 'signedIn',
  tag: 'Sign-in',
  rules: { newPassword: SECRET_RULES_TEXT },
  summary: 'Change own password',
  description:
    'Requires the current password; wrong ones count as failed logins. Ends all other sessions of the customer.',
  body: z.strictObject({ password: password.meta({ description: 'The current password.' }), newPassword: password }),
  example: { body: { password: EXAMPLES.password, newPassword: 'another long sentence that is hard to guess' } },
  success: { status: 204, body: null },
  refusals: ['password_incorrect'],
})
