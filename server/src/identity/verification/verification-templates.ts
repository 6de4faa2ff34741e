import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const VERIFICATION_TEMPLATES = {
  'verification.approved': ({ email }, { institution, texts: { t } }) => ({
    to: email,
    subject: t('Your account is active'),
    paragraphs: [
      t('Thank you. We checked your documents, and your account at {bank} is active. You can now send money.', {
        bank: institution.name,
      }),
    ],
  }),
  'verification.rejected': ({ email, data }, { addressOf, texts: { t } }) => ({
    to: email,
    subject: t('We need other documents from you'),
    paragraphs: [
      t('We checked your documents and could not accept them.'),
      t('Reason: {reason}', { reason: String(data.reason) }),
      t('Please upload them again. Our team will check them as soon as they arrive.'),
    ],
    link: { label: t('Upload documents'), address: addressOf('/dashboard/verification') },
  }),
  'name.change_requested': ({ email }, { addressOf, texts: { t } }) => ({
    to: email,
    subject: t('You asked for another name or date of birth'),
    paragraphs: [
      t('Please send us a document that shows it, for example a passport or a marriage certificate.'),
      t(
        'Until our team has decided, your account and your documents keep the name and date of birth that we verified.',
      ),
      t('If this was not you, change your password and contact support at once.'),
    ],
    link: { label: t('Upload documents'), address: addressOf('/dashboard/verification') },
  }),
  'name.changed': ({ email }, { addressOf, texts: { t } }) => ({
    to: email,
    subject: t('Your name or date of birth was changed'),
    paragraphs: [
      t('Our team changed the name or date of birth of your account. You find both in your settings.'),
      t('If you did not expect this, contact support at once.'),
    ],
    link: { label: t('Open settings'), address: addressOf('/dashboard/settings') },
  }),
  'name.change_rejected': ({ email, data }, { addressOf, texts: { t } }) => ({
    to: email,
    subject: t('Your name and date of birth stay as they are'),
    paragraphs: [
      t('We checked your request for another name or date of birth and could not accept it.'),
      t('Reason: {reason}', { reason: String(data.reason) }),
      t('You can ask again in your settings.'),
    ],
    link: { label: t('Open settings'), address: addressOf('/dashboard/settings') },
  }),
} satisfies Partial<Record<MailKind, EmailTemplate>>
