import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const SUPPORT_TEMPLATES = {
  'support.answered': ({ email }, { institution, addressOf, texts: { t } }) => ({
    to: email,
    subject: t('New message from {bank}', { bank: institution.name }),
    // Without the message itself: email is not confidential.
    paragraphs: [t('Our support team replied to you. Log in to read the message.')],
    link: { label: t('Read the message'), address: addressOf('/dashboard/support-user') },
  }),
} satisfies Partial<Record<MailKind, EmailTemplate>>
