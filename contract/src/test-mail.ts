import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/settings/test-mail',
  policy: 'admin',
  rateLimit: 'contact',
  tag: 'Settings',
  summary: 'Send a test e-mail to oneself',
  description:
    'With the settings as they are stored, at once and not through the outbox: the answer tells whether it went out.',
  success: {
    status: 200,
    body: z.object({ sentTo: z.string() }).meta({ id: 'TestMail', examples: [{ sentTo: 'admin@fable.example' }] }),
  },
  refusals: ['mail_not_set_up', 'mail_failed'],
})
