import { readOpenUndoLinks } from '../../customers/email-changes.ts'
import { notExpected } from '../../notifications/security-email.ts'
import { type EmailTemplate, idsIn, type LinkReader } from '../../notifications/template.ts'
import { formatTime } from '../../platform/texts/formats.ts'
import { stoppedPaymentsTexts } from '../remove-intruder.ts'
import { readOpenConfirmationLinks } from './email-confirmation.ts'

/** About the email address of the person. */
export const EMAIL_TEMPLATES = {
  'email.changed': ({ data }, template) => {
    const { institution, links } = template
    const { t } = template.texts
    const to = String(data.newEmail)
    const subject = t('Your email address was changed')
    const inUse = t('You now log in to {bank} with {email}.', { bank: institution.name, email: to })
    if (!data.confirmationId) return { to, subject, paragraphs: [inUse, notExpected(template)] }
    const address = links.get(String(data.confirmationId))
    if (!address) return null
    return {
      to,
      subject,
      paragraphs: [
        inUse,
        t('Please confirm that this address is yours, so that our emails reach you here.'),
        t('The link works for seven days.'),
        notExpected(template),
      ],
      link: { label: t('Confirm this address'), address },
    }
  },
  'email.replaced': ({ data, createdAt }, template) => {
    const { links, zone, texts } = template
    const { t } = texts
    const address = links.get(String(data.changeId))
    if (!address) return null
    return {
      to: String(data.oldEmail),
      subject: t('Your email address was changed'),
      paragraphs: [
        t('On {time}, the email address of your account was changed from {oldEmail} to {newEmail}.', {
          time: formatTime(createdAt, zone, texts),
          oldEmail: String(data.oldEmail),
          newEmail: String(data.newEmail),
        }),
        t('If this was you, there is nothing left to do.'),
        t(
          'If it wasn’t you, undo the change with the link below. It works for 72 hours. We’ll bring this address back, log out all devices, cancel transfers that are still pending and pause scheduled payments, if they were made since the day before the change, and send you a link to set a new password.',
        ),
        notExpected(template),
      ],
      link: { label: t('Undo this change'), address },
    }
  },
  'email.confirmation_requested': ({ data }, { institution, links, texts: { t } }) => {
    const address = links.get(String(data.confirmationId))
    if (!address) return null
    return {
      to: String(data.email),
      subject: t('Confirm your email address'),
      paragraphs: [
        ...(data.welcome ? [t('Welcome to {bank}. It’s good to have you here.', { bank: institution.name })] : []),
        t('Please confirm that this address is yours, so that we can reach you when it matters.'),
        t('The link works for seven days.'),
        t('If you don’t know what this is about, you can ignore this email.'),
      ],
      link: { label: t('Confirm this address'), address },
    }
  },
  'email.restored': ({ data, createdAt }, template) => {
    const { links, zone, texts } = template
    const { t } = texts
    const address = links.get(String(data.resetId))
    return {
      to: String(data.email),
      subject: t('Your email address is back. Set a new password'),
      paragraphs: [
        t('On {time}, the change of your email address was undone. Your address is {email} again.', {
          time: formatTime(createdAt, zone, texts),
          email: String(data.email),
        }),
        t(
          'We logged out all devices, and the old password no longer works. Passkeys and authenticator apps that were added since the day before the change were removed. Please check the rest in your security settings.',
        ),
        ...stoppedPaymentsTexts(data, texts),
        t(
          'The link below sets a new password. It works once and expires after 30 minutes. Later, choose “Forgot password” on the login page.',
        ),
        notExpected(template),
      ],
      ...(address && { link: { label: t('Set a new password'), address } }),
    }
  },
} satisfies Record<string, EmailTemplate>

export const confirmationLinks: LinkReader = {
  page: '/confirm-email',
  purpose: 'email confirmation',
  read: (sql, batch) => {
    const sentAt = new Map(
      batch.flatMap(({ data, createdAt }) => (data.confirmationId ? [[String(data.confirmationId), createdAt]] : [])),
    )
    return sentAt.size > 0 ? readOpenConfirmationLinks(sql, sentAt) : new Map()
  },
}

export const undoLinks: LinkReader = {
  page: '/undo-email',
  purpose: 'email undo',
  read: (sql, batch, at) => {
    const ids = idsIn(batch, 'changeId')
    return ids.length > 0 ? readOpenUndoLinks(sql, ids, at) : new Map()
  },
}
