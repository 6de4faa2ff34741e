import { offeredLocale } from '#contract/locales.ts'
import { isMailKind, isOptionalMailKind, type MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { formatTime } from '../../platform/texts/formats.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { ADDRESS_TEMPLATES } from './address-templates.ts'
import { API_KEY_TEMPLATES } from './api-key-templates.ts'
import { PIN_TEMPLATES } from './pin-templates.ts'
import { ORDER_TEMPLATES } from './scheduled-payment-templates.ts'
import { notExpected, securityEmail } from './security-email.ts'
import type { Email, EmailTemplate, TemplateData } from './template.ts'
import { TRANSACTION_TEMPLATES } from './transaction-templates.ts'
import { WEBHOOK_TEMPLATES } from './webhook-templates.ts'

type TemplateMail = OutboxMail & { kind: MailKind }

/** False for a kind that a newer version of the server has stored. */
export const hasTemplate = (mail: OutboxMail): mail is TemplateMail => isMailKind(mail.kind)

/** The language that the person chose, while the bank offers it. */
export const textsFor = ({ locale }: OutboxMail, { locales }: Pick<TemplateData, 'locales'>) =>
  textsIn(offeredLocale(locale, locales))

/** In the language of the person. Null: the customer has turned this email off, or its content has expired. */
export function buildEmail(mail: TemplateMail, data: TemplateData): Email | null {
  if (isOptionalMailKind(mail.kind) && data.optOuts.has(`${mail.personId} ${mail.kind}`)) return null
  return TEMPLATES[mail.kind](mail, { ...data, texts: textsFor(mail, data) })
}

const TEMPLATES = {
  ...ADDRESS_TEMPLATES,
  ...API_KEY_TEMPLATES,
  ...ORDER_TEMPLATES,
  ...PIN_TEMPLATES,
  ...TRANSACTION_TEMPLATES,
  ...WEBHOOK_TEMPLATES,
  'password.reset_requested': ({ email, data }, { institution, links, texts: { t } }) => {
    const address = links.get(String(data.resetId))
    if (!address) return null
    return {
      to: email,
      subject: t('Reset your {bank} password', { bank: institution.name }),
      paragraphs: [
        t(
          'We received a request to reset your password. The link below works once and expires 30 minutes after the request.',
        ),
        t('If you didn’t request this, you can ignore this email. Your password won’t change.'),
      ],
      link: { label: t('Set a new password'), address },
    }
  },
  'password.changed': ({ email, data }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('Your password was changed'),
      paragraphs: [
        data.elsewhere
          ? t('Your password was changed. For your security, we logged you out on all other devices.')
          : t('Your password was changed. For your security, we logged you out on all devices.'),
        notExpected(template),
      ],
    }
  },
  'support.answered': ({ email }, { institution, supportAddress, texts: { t } }) => ({
    to: email,
    subject: t('New message from {bank}', { bank: institution.name }),
    // Without the message itself: email is not confidential.
    paragraphs: [t('Our support team replied to you. Log in to read the message.')],
    link: { label: t('Read the message'), address: supportAddress },
  }),
  'limit.changed': ({ email, data }, template) => {
    const { zone, texts } = template
    const { t } = texts
    return {
      to: email,
      subject: t('Your daily limit was changed'),
      paragraphs: [
        data.byStaff
          ? t('Our team changed what you can send within a day.')
          : data.from
            ? t('You asked to raise what you can send within a day. The new limit applies from {time}.', {
                time: formatTime(new Date(String(data.from)), zone, texts),
              })
            : t('You lowered what you can send within a day. The new limit applies at once.'),
        t('You can see the limit in your settings.'),
        notExpected(template),
      ],
    }
  },
  'pin.reset': securityEmail(
    msg('Your PIN was reset'),
    msg('Our team reset your transaction PIN. You’ll create a new one the next time you log in.'),
  ),
  'verification.approved': ({ email }, { institution, texts: { t } }) => ({
    to: email,
    subject: t('Your account is active'),
    paragraphs: [
      t('Thank you. We checked your documents, and your account at {bank} is active. You can now send money.', {
        bank: institution.name,
      }),
    ],
  }),
  'verification.rejected': ({ email, data }, { verificationAddress, texts: { t } }) => ({
    to: email,
    subject: t('We need other documents from you'),
    paragraphs: [
      t('We checked your documents and could not accept them.'),
      t('Reason: {reason}', { reason: String(data.reason) }),
      t('Please upload them again. Our team will check them as soon as they arrive.'),
    ],
    link: { label: t('Upload documents'), address: verificationAddress },
  }),
  'account.frozen': ({ email }, { institution, supportAddress, texts: { t } }) => ({
    to: email,
    subject: t('Your account is frozen'),
    paragraphs: [
      t(
        'We froze your account at {bank}. You can log in, see your transactions and receive money, but you can’t make transfers.',
        { bank: institution.name },
      ),
      t('Please contact us: write to support in the online bank, or call {phone}.', { phone: institution.phone }),
    ],
    link: { label: t('Write to support'), address: supportAddress },
  }),
  'account.unfrozen': securityEmail(
    msg('Your account is no longer frozen'),
    msg('Our team lifted the freeze. You can use your account as before.'),
  ),
  'account.closed': ({ email }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('Your account was closed'),
      paragraphs: [
        t(
          'Your account at {bank} was closed. You can still log in to read your past transactions. Money that is sent to the account goes back to the sender.',
          { bank: template.institution.name },
        ),
        notExpected(template),
      ],
    }
  },
  'login.new_device': ({ email, data, createdAt }, { links, zone, texts }) => {
    const { t } = texts
    const address = links.get(String(data.sessionId))
    if (!address) return null
    const facts = [
      t('Time: {time}', { time: formatTime(createdAt, zone, texts) }),
      data.browser ? t('Browser: {browser}', { browser: String(data.browser) }) : t('Browser: Unknown'),
      t('Address: {address}', { address: String(data.address) }),
    ]
    return {
      to: email,
      subject: t('New log-in to your account'),
      paragraphs: [
        t('Your account was used to log in from a device that we don’t know.'),
        facts.join('\n'),
        t('If this was you, there is nothing to do.'),
        t(
          'If it wasn’t you, use the link below. It logs out all devices and lets you set a new password. It works once, within 72 hours.',
        ),
      ],
      link: { label: t('This wasn’t me'), address },
    }
  },
  'factor.added': ({ email, data }, template) => {
    const { t } = template.texts
    const isApp = data.factor === 'totp'
    return {
      to: email,
      subject: isApp ? t('An authenticator app was added to your account') : t('A passkey was added to your account'),
      paragraphs: [
        isApp
          ? t('An authenticator app was set up for your account. We’ll ask for its code when you log in.')
          : t('The passkey “{name}” was added to your account. It can log in and approve transfers.', {
              name: String(data.name),
            }),
        notExpected(template),
      ],
    }
  },
  'factor.removed': ({ email, data }, template) => {
    const { t } = template.texts
    const isApp = data.factor === 'totp'
    return {
      to: email,
      subject: isApp
        ? t('Your authenticator app was removed from your account')
        : t('A passkey was removed from your account'),
      paragraphs: [
        isApp
          ? t('The authenticator app was removed from your account. We no longer ask for its code when you log in.')
          : t('The passkey “{name}” was removed from your account. It can no longer be used to log in.', {
              name: String(data.name),
            }),
        notExpected(template),
      ],
    }
  },
  'factors.reset': securityEmail(
    msg('Your second factors were removed'),
    msg(
      'Our team removed the authenticator app, passkeys and recovery codes from your account and logged you out on all devices. Log in with your password, then set up a second factor again.',
    ),
  ),
  'recovery_codes.replaced': securityEmail(
    msg('Your recovery codes were replaced'),
    msg('New recovery codes were created for your account. The old ones no longer work.'),
  ),
  'data.exported': securityEmail(
    msg('Your data was downloaded'),
    msg(
      'A file with everything we keep about you was downloaded from your account. If it was you, keep the file safe.',
    ),
  ),
  'push.added': securityEmail(
    msg('Notifications were turned on for a device'),
    msg(
      'A device now shows notifications about your account, also after its session has expired. You can see your devices in your settings, and turn notifications off there.',
    ),
  ),
  'code.set': ({ email, data }, template) => {
    const { zone, texts } = template
    const { t } = texts
    // A code that expires at midnight is shown as valid until the end of the day before.
    const validUntil = new Date(Date.parse(String(data.expireDate)) - 1)
    return {
      to: email,
      subject: t('Your transfers now need a transaction code'),
      paragraphs: [
        t('We set a transaction code for your transfers. It is valid until {time}.', {
          time: formatTime(validUntil, zone, texts),
        }),
        t(CODE_NOTICE),
        notExpected(template),
      ],
    }
  },
  'code.cleared': securityEmail(
    msg('Your transfers no longer need a transaction code'),
    msg('Our team removed the transaction code for your transfers.'),
  ),
} satisfies Record<MailKind, EmailTemplate>
