import type { Institution } from '#contract/institution.ts'
import { centsToDollars, formatDollars } from '#contract/money.ts'
import { isMailKind, isOptionalMailKind, type MailKind } from '#contract/notification-kinds.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import type { Transaction } from '../ledger/types.ts'

/** The content of an email; render-email.ts turns it into text and HTML. */
export type Email = {
  to: string
  subject: string
  paragraphs: string[]
  link?: { label: string; address: string }
}

/** What templates need beyond the outbox, read once for a whole batch. */
export type TemplateData = {
  institution: Institution
  zone: string
  transactions: ReadonlyMap<string, Transaction>
  /** URLs of the open reset links, by the id of the reset. */
  resetLinks: ReadonlyMap<string, string>
  /** URL of the customer's support thread. */
  supportAddress: string
  /** `${personId} ${kind}` of the emails that customers have turned off. */
  optOuts: ReadonlySet<string>
}

type TemplateMail = OutboxMail & { kind: MailKind }
type EmailTemplate = (mail: OutboxMail, data: TemplateData) => Email | null

/** False for a kind that a newer version of the server has stored. */
export const hasTemplate = (mail: OutboxMail): mail is TemplateMail => isMailKind(mail.kind)

/** Null: the customer has turned this email off, or its content has expired. */
export function buildEmail(mail: TemplateMail, data: TemplateData): Email | null {
  if (isOptionalMailKind(mail.kind) && data.optOuts.has(`${mail.personId} ${mail.kind}`)) return null
  return TEMPLATES[mail.kind](mail, data)
}

const TEMPLATES = {
  'password.reset_requested': ({ email, data }, { institution, resetLinks }) => {
    const address = resetLinks.get(String(data.resetId))
    if (!address) return null
    return {
      to: email,
      subject: `Reset your ${institution.name} password`,
      paragraphs: [
        'We received a request to reset your password. The link below works once and expires 30 minutes after the request.',
        'If you didn’t request this, you can ignore this email. Your password won’t change.',
      ],
      link: { label: 'Set a new password', address },
    }
  },
  'password.changed': ({ email, data }, { institution }) => ({
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Your password was changed. For your security, we logged you out on all ${data.elsewhere ? 'other ' : ''}devices.`,
      notExpected(institution),
    ],
  }),
  'email.changed': ({ data }, { institution }) => ({
    to: String(data.newEmail),
    subject: 'Your email address was changed',
    paragraphs: [
      `This is now your email address with us. Use it to log in. It replaces ${data.oldEmail}.`,
      notExpected(institution),
    ],
  }),
  'email.replaced': ({ data }, { institution }) => ({
    to: String(data.oldEmail),
    subject: 'Your email address was changed',
    paragraphs: [
      `Your email address with us is now ${data.newEmail}. Use it to log in. We won’t send any more emails to this address.`,
      notExpected(institution),
    ],
  }),
  'deposit.approved': transactionEmail('Your deposit was approved', ({ amount }) => [
    `Your deposit of ${amount} was approved. The money is in your account.`,
  ]),
  'deposit.declined': transactionEmail('Your deposit was declined', ({ amount, reason }) => [
    `Your deposit of ${amount} was declined.`,
    ...reason,
  ]),
  'deposit.received': transactionEmail('You received money', ({ amount, counterparty }) => [
    `You received ${amount} from ${counterparty}. The money is in your account.`,
  ]),
  'transfer.approved': transactionEmail('Your transfer was sent', ({ amount, counterparty }) => [
    `Your transfer of ${amount} to ${counterparty} was approved and is on its way.`,
  ]),
  'transfer.declined': transactionEmail('Your transfer was declined', ({ amount, counterparty, reason }) => [
    `Your transfer of ${amount} to ${counterparty} was declined. The money is available in your account again.`,
    ...reason,
  ]),
  'support.answered': ({ email }, { institution, supportAddress }) => ({
    to: email,
    subject: `New message from ${institution.name}`,
    // Without the message itself: email is not confidential.
    paragraphs: ['Our support team replied to you. Log in to read the message.'],
    link: { label: 'Read the message', address: supportAddress },
  }),
  'pin.reset': ({ email }, { institution }) => ({
    to: email,
    subject: 'Your PIN was reset',
    paragraphs: [
      'Our team reset your transaction PIN. You’ll create a new one the next time you log in.',
      notExpected(institution),
    ],
  }),
  'code.set': ({ email, data }, { institution, zone }) => ({
    to: email,
    subject: 'Your transfers now need a transaction code',
    paragraphs: [
      `We set a transaction code for your transfers. It is valid until ${formatExpiry(String(data.expireDate), zone)}.`,
      CODE_NOTICE,
      notExpected(institution),
    ],
  }),
} satisfies Record<MailKind, EmailTemplate>

const notExpected = ({ phone, email }: Institution) =>
  `If you didn’t expect this, contact us right away at ${phone} or ${email}.`

type TransactionTexts = { amount: string; counterparty: string; reason: string[] }

function transactionEmail(subject: string, paragraphs: (texts: TransactionTexts) => string[]): EmailTemplate {
  return ({ email, data }, { transactions }) => {
    const transaction = transactions.get(String(data.transactionId))
    if (!transaction) return null
    const { amountCents, counterparty, reason, reference } = transaction
    const texts = {
      amount: formatDollars(Math.abs(centsToDollars(amountCents))),
      counterparty: counterparty?.name || 'another account',
      reason: reason ? [`Reason: ${reason}`] : [],
    }
    return { to: email, subject, paragraphs: [...paragraphs(texts), `Reference: ${reference}`] }
  }
}

/** A code that expires at midnight is shown as valid until the end of the day before. */
function formatExpiry(expireDate: string, zone: string): string {
  const lastMoment = new Date(Date.parse(expireDate) - 1)
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return `${text.format(lastMoment)} (${zone})`
}
