import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { notExpected } from '../../notifications/security-email.ts'
import { type EmailTemplate, idsIn, type LinkReader } from '../../notifications/template.ts'
import { readOpenResetLinks } from './reset-links.ts'

export const PASSWORD_TEMPLATES = {
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
  'password.invited': ({ email, data }, { institution, links, texts: { t } }) => {
    const address = links.get(String(data.resetId))
    if (!address) return null
    const bank = { bank: institution.name }
    return {
      to: email,
      subject: data.isStaff ? t('Join {bank} as a member of staff', bank) : t('Your account at {bank}', bank),
      paragraphs: [
        data.isStaff
          ? t('You were invited to work in the back office of {bank}. Set a password to log in.', bank)
          : t('A member of our team opened an account for you at {bank}. Set a password to log in.', bank),
        t(
          'The link works once, for seven days. Afterwards, choose “Forgot password” on the log-in page to get another one.',
        ),
        t('If you know nothing of it, you can ignore this email.'),
      ],
      link: { label: t('Set a password'), address },
    }
  },
  'password.changed': ({ email, data }, template) => {
    const { t } = template.texts
    if (data.isFirst)
      return {
        to: email,
        subject: t('Your password is set'),
        paragraphs: [t('You set the password of your account and can log in with it now.'), notExpected(template)],
      }
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
} satisfies Partial<Record<MailKind, EmailTemplate>>

export const passwordLinks: LinkReader = {
  page: '/reset-password',
  purpose: 'password reset',
  read: (sql, batch, at) => {
    const ids = idsIn(batch, 'resetId')
    return ids.length > 0 ? readOpenResetLinks(sql, ids, at) : new Map()
  },
}
