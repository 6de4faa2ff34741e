import { expect, test } from 'vitest'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { buildEmail, hasTemplate } from '../../notifications/mail/build-email.ts'
import type { TemplateData } from '../../notifications/template.ts'
import { SCHEDULED_PAYMENT_TEMPLATES } from './scheduled-payment-templates.ts'

const institution = { phone: '+1 555', email: 'help@fable.example' }
const templateData = {
  institution,
  addressOf: (path: string) => `https://b.example${path}`,
  templates: SCHEDULED_PAYMENT_TEMPLATES,
  locales: ['en'],
  optOuts: new Set(),
}
const data = { orderId: 'x', name: 'Rent', payee: 'Grace Example', amountCents: '115000' }

function emailOf(kind: string, details: Record<string, unknown>) {
  const mail = {
    kind,
    email: 'ada@fable.example',
    personId: 'p',
    data: { ...data, ...details },
  } as unknown as OutboxMail
  return hasTemplate(mail) ? buildEmail(mail, templateData as unknown as TemplateData) : null
}

test.each([
  ['order.approved', { change: 'created' }, 'You scheduled the payment “Rent” ($1,150.00 to Grace Example).'],
  [
    'order.approved',
    { change: 'amount' },
    'You changed the amount of a scheduled payment. It is now “Rent” ($1,150.00 to Grace Example).',
  ],
  [
    'order.approved',
    { change: 'amount_and_message' },
    'You changed the amount and the message of a scheduled payment. It is now “Rent” ($1,150.00 to Grace Example).',
  ],
  ['order.approved', { change: 'resumed' }, 'You resumed the scheduled payment “Rent” ($1,150.00 to Grace Example).'],
  [
    'order.run_failed',
    { dueOn: '2026-11-30', tryOn: '2026-12-01', tries: 1, reason: 'insufficient_balance' },
    'We could not make the scheduled payment “Rent” ($1,150.00 to Grace Example) that was due on November 30, 2026. There was not enough money in the account.',
  ],
  [
    'order.run_skipped',
    { dueOn: '2026-11-30', tryOn: null, tries: 1, reason: 'account_frozen' },
    'We did not make the scheduled payment “Rent” ($1,150.00 to Grace Example) that was due on November 30, 2026. Your account is frozen.',
  ],
  [
    'order.ended',
    { reason: 'receiver_closed' },
    'The scheduled payment “Rent” ($1,150.00 to Grace Example) has ended. The receiving account is closed.',
  ],
])('%s %j', (kind, details, text) => {
  const email = emailOf(kind, details)
  expect(email?.paragraphs[0]).toBe(text)
  expect(email?.paragraphs.join(' ')).not.toMatch(/undefined|null|NaN/)
  expect(email?.link?.address).toBe('https://b.example/dashboard/orders')
})

test('the day of the next try is named', () => {
  const details = { dueOn: '2026-11-30', tryOn: '2026-12-01', tries: 1, reason: 'limit_exceeded' }
  expect(emailOf('order.run_failed', details)?.paragraphs[1]).toBe('We’ll try again on December 1, 2026.')
})
