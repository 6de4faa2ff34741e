import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoTime, verbatimText } from '../fields.ts'

/** The newest ones; a demonstration keeps 500. */
export const MAX_DEMO_EMAILS = 200

const demoEmail = z
  .object({
    _id: z.string(),
    to: z.object({ name: verbatimText, address: verbatimText }),
    subject: verbatimText,
    sentAt: isoTime,
    text: verbatimText,
  })
  .meta({
    id: 'DemoEmail',
    examples: [
      {
        _id: '0198c1a2-0000-7000-8000-000000000000.3',
        to: { name: 'Ada Example', address: 'ada@fable.example' },
        subject: 'Set a new password',
        sentAt: '2026-01-05T15:04:00.000Z',
        text: 'Open this link to set a new password.',
      },
    ],
  })
export type DemoEmail = z.infer<typeof demoEmail>

const demoMailbox = z
  .object({ sentForReal: z.boolean(), emails: z.array(demoEmail) })
  .meta({ examples: [{ sentForReal: false, emails: [] }] })

export const listDemoEmails = endpoint({
  method: 'GET',
  path: '/demo/mail',
  policy: 'public',
  apiOnly: true,
  tag: 'Demonstration',
  summary: 'The emails that a demonstration bank would have sent, newest first',
  description: 'Exists with `DEMO` on only. With a mail server, emails are sent for real instead.',
  success: { status: 200, body: demoMailbox },
})

const demoLogin = z
  .object({ email: verbatimText, password: verbatimText, pin: verbatimText.nullable(), what: z.string() })
  .meta({
    id: 'DemoLogin',
    examples: [{ email: 'ada@fable.example', password: 'a public password', pin: '1234', what: 'Customer' }],
  })
export type DemoLogin = z.infer<typeof demoLogin>

export const listDemoLogins = endpoint({
  method: 'GET',
  path: '/demo/logins',
  policy: 'public',
  apiOnly: true,
  tag: 'Demonstration',
  summary: 'The demonstration accounts',
  description: 'Exists with `DEMO` on only.',
  success: { status: 200, body: z.array(demoLogin) },
})
