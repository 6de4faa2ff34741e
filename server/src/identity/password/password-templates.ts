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
} satisfies Partial<Record<MailKind, EmailTemplate>>

export const passwordLinks: LinkReader = {
  page: '/reset-password',
  purpose: 'password reset',
  read: (sql, batch, at) => {
    const ids = idsIn(batch, 'resetId')
    return ids.length > 0 ? readOpenResetLinks(sql, ids, at) : new Map()
  },
}
