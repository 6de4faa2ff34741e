import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { securityEmail } from '../security-email.ts'
import type { EmailTemplate } from '../template.ts'

export const PUSH_TEMPLATES = {
  'push.added': securityEmail(
    msg('Notifications were turned on for a device'),
    msg(
      'A device now shows notifications about your account, also after its session has expired. You can see your devices in your settings, and turn notifications off there.',
    ),
  ),
} satisfies Partial<Record<MailKind, EmailTemplate>>
