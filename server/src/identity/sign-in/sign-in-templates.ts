import { describeBrowser } from '#contract/identity/describe-browser.ts'
import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { joinTexts } from '#contract/text.ts'
import { notExpected } from '../../notifications/security-email.ts'
import type { EmailTemplate, LinkReader } from '../../notifications/template.ts'
import { formatTime } from '../../platform/texts/formats.ts'
import { stoppedPaymentsTexts } from '../remove-intruder.ts'
import { secureLinkOf } from './secure-links.ts'

export const SIGN_IN_TEMPLATES = {
  'account.secured': ({ email, data, createdAt }, template) => {
    const { zone, texts } = template
    const { t } = texts
    return {
      to: email,
      subject: t('Your account was secured'),
      paragraphs: [
        t(
          'On {time}, you told us that a log-in to your account wasn’t you. We logged out all devices, and the old password no longer works. Passkeys, authenticator apps and a PIN that were added since that log-in were removed.',
          { time: formatTime(createdAt, zone, texts) },
        ),
        ...stoppedPaymentsTexts(data, texts),
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
      data.browser
        ? t('Browser: {browser}', { browser: describeBrowser(String(data.browser), t) })
        : t('Browser: Unknown'),
      t('Address: {address}', { address: String(data.address) }),
    ]
    return {
      to: email,
      subject: t('New log-in to your account'),
      paragraphs: [
        t('Your account was used to log in from a device that we don’t know.'),
        joinTexts('\n', ...facts),
        t('If this was you, there is nothing to do.'),
        t(
          'If it wasn’t you, use the link below. It logs out all devices, cancels transfers that are still pending and pauses scheduled payments, if they were made since this log-in, and lets you set a new password. It works once, within 72 hours.',
        ),
      ],
      link: { label: t('This wasn’t me'), address },
    }
  },
} satisfies Partial<Record<MailKind, EmailTemplate>>

export const secureLinks: LinkReader = {
  page: '/secure-account',
  purpose: 'secure account',
  read: (_sql, batch) =>
    new Map(
      batch
        .filter(({ kind }) => kind === 'login.new_device')
        .map(
          ({ data, createdAt }) => [String(data.sessionId), secureLinkOf(String(data.sessionId), createdAt)] as const,
        ),
    ),
}
