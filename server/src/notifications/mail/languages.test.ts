import { expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { NOTIFICATIONS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { MAIL_TEMPLATES } from '../../bootstrap/mail-templates.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { TemplateData } from '../template.ts'
import { buildEmail, hasTemplate, textsFor } from './build-email.ts'
import { renderEmail } from './render-email.ts'

const { institution, locales } = readConfig({})
const kinds = (Object.keys(NOTIFICATIONS) as NotificationKind[]).filter((kind) => NOTIFICATIONS[kind].mail !== 'never')
/** Every id has a link and a transaction. */
const anything = <Value>(value: Value) => ({ get: () => value }) as unknown as ReadonlyMap<string, Value>
const transaction = {
  amountCents: -120_50n,
  counterparty: { name: 'Grace' },
  reason: 'Cancelled by you.',
  reference: 'M7QX2-9KDTF',
}
const templateData = {
  requestReferences: new Map<string, string>(),
  templates: MAIL_TEMPLATES.templates,
  institution,
  locales,
  zone: 'UTC',
  optOuts: new Set(),
  links: anything('https://x.example'),
  transactions: anything(transaction),
  addressOf: (path: string) => `https://bank.example${path}`,
} as unknown as TemplateData
const data = {
  factor: 'passkey',
  name: 'Phone',
  oldEmail: 'a@x.example',
  newEmail: 'b@x.example',
  email: 'b@x.example',
  expireDate: '2027-01-01',
  confirmationId: 'c',
  welcome: true,
  byStaff: true,
  browser: 'Firefox',
  address: '::1',
  dueOn: '2026-12-01',
  tryOn: '2026-12-02',
  amountCents: '100',
  spentCents: '80',
  category: 'groceries',
  payee: 'Grace',
  reason: 'account_closed',
  webhookId: 'w',
  host: 'hooks.example',
}

function emailIn(kind: string, locale: string | null, given: Record<string, unknown> = {}) {
  const details = {
    personId: 'p',
    email: 'a@x.example',
    createdAt: new Date('2026-11-16'),
    data: { ...data, ...given },
  }
  const mail = { kind, locale, ...details } as unknown as OutboxMail
  const email = hasTemplate(mail) ? buildEmail(mail, templateData) : null
  if (!email) throw new Error(`No email of ${kind}`)
  return renderEmail(email, 'Ada', { institution, texts: textsFor(mail, templateData) })
}
/** Without what is no text of the bank, so that it can be the same in both languages. */
const linesOf = ({ subject, text }: { subject: string; text: string }) =>
  [subject, ...text.split('\n')].filter((line) => /\p{L}{2}/u.test(line) && !/^https:|^Fable Bank$/.test(line))

/** In German, too. */
const SAME = 'Browser: Firefox'

test.each(LOCALES.filter((locale) => locale !== 'en'))('every email in %s has no line of the English one', (locale) => {
  for (const kind of kinds) {
    const [english, local] = [emailIn(kind, 'en'), emailIn(kind, locale)]
    expect([kind, linesOf(local).filter((line) => line !== SAME && linesOf(english).includes(line))]).toEqual([
      kind,
      [],
    ])
    expect(linesOf(local)).toHaveLength(linesOf(english).length)
    expect(local.html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
  }
})

test('amounts and times are written as in the language; names in Arabic texts are isolated', () => {
  expect(emailIn('transfer.declined', 'de').text).toContain('120,50\u00a0$')
  expect(emailIn('transfer.declined', 'fr').text).toContain('Grace')
  expect(emailIn('transfer.declined', 'ar').text).toContain('\u2068Grace\u2069')
  expect(emailIn('transfer.declined', 'ar').text).toContain('\u2066120.50\u00a0US$\u2069')
  expect(emailIn('code.set', 'es').text).toContain('31 de diciembre de 2026')
})

test('what a customer typed stays as it is, whatever it means to the formatter', () => {
  const name = '\\u0041 {amount} ‮ # \\x41'
  expect(emailIn('order.approved', 'de', { name }).text).toContain(name)
  expect(emailIn('order.approved', 'ar', { name }).text).toContain('\\u0041 {amount}  # \\x41')
})

test.each([null, 'xx', 'constructor'])('a person with the language %s gets the default', (locale) => {
  expect(emailIn('pin.reset', locale)).toEqual(emailIn('pin.reset', 'en'))
})
