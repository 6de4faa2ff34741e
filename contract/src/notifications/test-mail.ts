import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/settings/test-mail',
  fresh: false,
  policy: 'settings:change',
  rateLimit: 'contact',
  tag: 'Settings',
  summary: 'Send a test email to the caller',
  description: 'Uses the stored settings and bypasses the outbox: the response says whether the email was sent.',
  success: {
    status: 200,
    body: z.object({ sentTo: z.string() }).meta({ id: 'TestMail', examples: [{ sentTo: 'admin@fable.example' }] }),
  },
  refusals: ['mail_not_set_up', 'mail_failed'],
})
