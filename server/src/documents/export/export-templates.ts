import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { securityEmail } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const EXPORT_TEMPLATES = {
  'data.exported': securityEmail(
    msg('Your data was downloaded'),
    msg(
      'A file with everything we keep about you was downloaded from your account. If it was you, keep the file safe.',
    ),
  ),
} satisfies Partial<Record<MailKind, EmailTemplate>>
