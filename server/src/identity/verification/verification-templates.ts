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
} satisfies Partial<Record<MailKind, EmailTemplate>>
