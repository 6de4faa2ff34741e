import type { Institution } from '#contract/institution.ts'
import { formatMoney, toAmount } from '#contract/money.ts'
import { isMailKind, isOptionalMailKind, type MailKind } from '#contract/notification-kinds.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import { ORDER_TEMPLATES } from './order-templates.ts'
import type { Email, EmailTemplate, TemplateData } from './template.ts'

type TemplateMail = OutboxMail & { kind: MailKind }

/** False for a kind that a newer version of the server has stored. */
export const hasTemplate = (mail: OutboxMail): mail is TemplateMail => isMailKind(mail.kind)

/** Null: the customer has turned this email off, or its content has expired. */
export function buildEmail(mail: TemplateMail, data: TemplateData): Email | null {
  if (isOptionalMailKind(mail.kind) && data.optOuts.has(`${mail.personId} ${mail.kind}`)) return null
  return TEMPLATES[mail.kind](mail, data)
}

const TEMPLATES = {
  ...ORDER_TEMPLATES,
  'password.reset_requested': ({ email, data }, { institution, links }) => {
    const address = links.get(String(data.resetId))
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
  'email.changed': ({ data }, { institution, links }) => {
    const to = String(data.newEmail)
    const subject = 'Your email address was changed'
    const inUse = `You now log in to ${institution.name} with ${to}.`
    if (!data.confirmationId) return { to, subject, paragraphs: [inUse, notExpected(institution)] }
    const address = links.get(String(data.confirmationId))
    if (!address) return null
    return {
      to,
      subject,
      paragraphs: [
        inUse,
        'Please confirm that this address is yours, so that our emails reach you here.',
        CONFIRMATION_LIMIT,
        notExpected(institution),
      ],
      link: { label: 'Confirm this address', address },
    }
  },
  'email.replaced': ({ data, createdAt }, { institution, links, zone }) => {
    const address = links.get(String(data.changeId))
    if (!address) return null
    return {
      to: String(data.oldEmail),
      subject: 'Your email address was changed',
      paragraphs: [
        `On ${formatTime(createdAt, zone)}, the email address of your account was changed from ${data.oldEmail} to ${data.newEmail}.`,
        'If this was you, there is nothing left to do.',
        'If it wasn’t you, undo the change with the link below. It works for 72 hours. We’ll bring this address back, log out all devices, and send you a link to set a new password.',
        notExpected(institution),
      ],
      link: { label: 'Undo this change', address },
    }
  },
  'email.confirmation_requested': ({ data }, { institution, links }) => {
    const address = links.get(String(data.confirmationId))
    if (!address) return null
    return {
      to: String(data.email),
      subject: 'Confirm your email address',
      paragraphs: [
        ...(data.welcome ? [`Welcome to ${institution.name}. It’s good to have you here.`] : []),
        'Please confirm that this address is yours, so that we can reach you when it matters.',
        CONFIRMATION_LIMIT,
        'If you don’t know what this is about, you can ignore this email.',
      ],
      link: { label: 'Confirm this address', address },
    }
  },
  'email.restored': ({ data, createdAt }, { institution, links, zone }) => {
    const address = links.get(String(data.resetId))
    return {
      to: String(data.email),
      subject: 'Your email address is back. Set a new password',
      paragraphs: [
        `On ${formatTime(createdAt, zone)}, the change of your email address was undone. Your address is ${data.email} again.`,
        'We logged out all devices, and the old password no longer works. Passkeys and authenticator apps that were added since the day before the change were removed. Please check the rest in your security settings.',
        'The link below sets a new password. It works once and expires after 30 minutes. Later, choose “Forgot password” on the login page.',
        notExpected(institution),
      ],
      ...(address && { link: { label: 'Set a new password', address } }),
    }
  },
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
  'transfer.completed': transactionEmail('Your transfer was sent', ({ amount, counterparty }) => [
    `Your transfer of ${amount} to ${counterparty} was completed.`,
  ]),
  'transfer.declined': transactionEmail('Your transfer was declined', ({ amount, counterparty, reason }) => [
    `Your transfer of ${amount} to ${counterparty} was declined. The money is available in your account again.`,
    ...reason,
  ]),
  'transfer.returned': transactionEmail('Your transfer came back', ({ amount, counterparty, reason }) => [
    `Your transfer of ${amount} to ${counterparty} came back. The money is in your account again.`,
    ...reason,
  ]),
  'transaction.reversed': transactionEmail('We reversed a transaction', ({ amount, isCredit }) => [
    isCredit
      ? `We reversed one of your transactions. ${amount} is back in your account.`
      : `We reversed a payment to your account. ${amount} was deducted from your account.`,
    'You can see which transaction it was in your list of transactions. If you have questions, reply in the support chat.',
  ]),
  'support.answered': ({ email }, { institution, supportAddress }) => ({
    to: email,
    subject: `New message from ${institution.name}`,
    // Without the message itself: email is not confidential.
    paragraphs: ['Our support team replied to you. Log in to read the message.'],
    link: { label: 'Read the message', address: supportAddress },
  }),
  'limit.changed': ({ email, data }, { institution, zone }) => ({
    to: email,
    subject: 'Your daily limit was changed',
    paragraphs: [
      data.byStaff
        ? 'Our team changed what you can send within a day.'
        : data.from
          ? `You asked to raise what you can send within a day. The new limit applies from ${formatTime(new Date(String(data.from)), zone)}.`
          : 'You lowered what you can send within a day. The new limit applies at once.',
      'You can see the limit in your settings.',
      notExpected(institution),
    ],
  }),
  'pin.reset': securityEmail(
    'Your PIN was reset',
    'Our team reset your transaction PIN. You’ll create a new one the next time you log in.',
  ),
  'verification.approved': ({ email }, { institution }) => ({
    to: email,
    subject: 'Your account is active',
    paragraphs: [
      `Thank you. We checked your documents, and your account at ${institution.name} is active. You can now send money.`,
    ],
  }),
  'verification.rejected': ({ email, data }, { verificationAddress }) => ({
    to: email,
    subject: 'We need other documents from you',
    paragraphs: [
      'We checked your documents and could not accept them.',
      `Reason: ${data.reason}`,
      'Please upload them again. Our team will check them as soon as they arrive.',
    ],
    link: { label: 'Upload documents', address: verificationAddress },
  }),
  'account.frozen': ({ email }, { institution, supportAddress }) => ({
    to: email,
    subject: 'Your account is frozen',
    paragraphs: [
      `We froze your account at ${institution.name}. You can log in, see your transactions and receive money, but you can’t make transfers.`,
      `Please contact us: write to support in the online bank, or call ${institution.phone}.`,
    ],
    link: { label: 'Write to support', address: supportAddress },
  }),
  'account.unfrozen': securityEmail(
    'Your account is no longer frozen',
    'Our team lifted the freeze. You can use your account as before.',
  ),
  'account.closed': ({ email }, { institution }) => ({
    to: email,
    subject: 'Your account was closed',
    paragraphs: [
      `Your account at ${institution.name} was closed. You can still log in to read your past transactions. Money that is sent to the account goes back to the sender.`,
      notExpected(institution),
    ],
  }),
  'login.new_device': ({ email, data, createdAt }, { links, zone }) => {
    const address = links.get(String(data.sessionId))
    if (!address) return null
    return {
      to: email,
      subject: 'New log-in to your account',
      paragraphs: [
        'Your account was used to log in from a device that we don’t know.',
        `Time: ${formatTime(createdAt, zone)}\nBrowser: ${data.browser ?? 'Unknown'}\nAddress: ${data.address}`,
        'If this was you, there is nothing to do.',
        'If it wasn’t you, use the link below. It logs out all devices and lets you set a new password. It works once, within 72 hours.',
      ],
      link: { label: 'This wasn’t me', address },
    }
  },
  'factor.added': ({ email, data }, { institution }) => ({
    to: email,
    subject: `${data.factor === 'totp' ? 'An authenticator app' : 'A passkey'} was added to your account`,
    paragraphs: [
      data.factor === 'totp'
        ? 'An authenticator app was set up for your account. We’ll ask for its code when you log in.'
        : `The passkey “${data.name}” was added to your account. It can log in and approve transfers.`,
      notExpected(institution),
    ],
  }),
  'factor.removed': ({ email, data }, { institution }) => ({
    to: email,
    subject: `${data.factor === 'totp' ? 'Your authenticator app' : 'A passkey'} was removed from your account`,
    paragraphs: [
      data.factor === 'totp'
        ? 'The authenticator app was removed from your account. We no longer ask for its code when you log in.'
        : `The passkey “${data.name}” was removed from your account. It can no longer be used to log in.`,
      notExpected(institution),
    ],
  }),
  'factors.reset': securityEmail(
    'Your second factors were removed',
    'Our team removed the authenticator app, passkeys and recovery codes from your account and logged you out on all devices. Log in with your password, then set up a second factor again.',
  ),
  'recovery_codes.replaced': securityEmail(
    'Your recovery codes were replaced',
    'New recovery codes were created for your account. The old ones no longer work.',
  ),
  'data.exported': securityEmail(
    'Your data was downloaded',
    'A file with everything we keep about you was downloaded from your account. If it was you, keep the file safe.',
  ),
  'code.set': ({ email, data }, { institution, zone }) => ({
    to: email,
    subject: 'Your transfers now need a transaction code',
    paragraphs: [
      `We set a transaction code for your transfers. It is valid until ${formatExpiry(String(data.expireDate), zone)}.`,
      CODE_NOTICE,
      notExpected(institution),
    ],
  }),
  'code.cleared': securityEmail(
    'Your transfers no longer need a transaction code',
    'Our team removed the transaction code for your transfers.',
  ),
} satisfies Record<MailKind, EmailTemplate>

const CONFIRMATION_LIMIT = 'The link works for seven days.'

const notExpected = ({ phone, email }: Institution) =>
  `If you didn’t expect this, contact us right away at ${phone} or ${email}.`

/** About a change that may not be the customer's wish. */
function securityEmail(subject: string, text: string): EmailTemplate {
  return ({ email }, { institution }) => ({ to: email, subject, paragraphs: [text, notExpected(institution)] })
}

type TransactionTexts = { amount: string; isCredit: boolean; counterparty: string; reason: string[] }

function transactionEmail(subject: string, paragraphs: (texts: TransactionTexts) => string[]): EmailTemplate {
  return ({ email, data }, { transactions }) => {
    const transaction = transactions.get(String(data.transactionId))
    if (!transaction) return null
    const { amountCents, counterparty, reason, reference } = transaction
    const texts = {
      amount: formatMoney(Math.abs(toAmount(amountCents))),
      isCredit: amountCents > 0n,
      counterparty: counterparty?.name || 'another account',
      reason: reason ? [`Reason: ${reason}`] : [],
    }
    return { to: email, subject, paragraphs: [...paragraphs(texts), `Reference: ${reference}`] }
  }
}

/** A code that expires at midnight is shown as valid until the end of the day before. */
function formatExpiry(expireDate: string, zone: string): string {
  return formatTime(new Date(Date.parse(expireDate) - 1), zone)
}

function formatTime(time: Date, zone: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return `${text.format(time)} (${zone})`
}
