import { z } from 'zod'
import { password } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  policy: 'signedIn',
  tag: 'Sign-in',
  summary: 'Change the own password',
  description: 'Asks for the present one; wrong ones count like failed logins. Ends every other session of the person.',
  body: z
    .strictObject({ password: password.meta({ description: 'The present one.' }), newPassword: password })
    .meta({ examples: [{ password: 'the one until now', newPassword: 'a long sentence that nobody guesses' }] }),
  success: { status: 204, body: null },
  refusals: ['password_incorrect'],
})
