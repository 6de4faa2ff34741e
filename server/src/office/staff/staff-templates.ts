import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

/** Every administrator gets it. The audit log says who it is about: an email is no place for it. */
const announcement =
  (subject: TextId, text: TextId): EmailTemplate =>
  ({ email }, { texts: { t } }) => ({
    to: email,
    subject: t(subject),
    paragraphs: [t(text), t('If you know nothing of it, look at it now.')],
  })

export const STAFF_TEMPLATES = {
  'staff.joined': announcement(
    msg('A member of staff joined'),
    msg('A new member of staff was invited. The list of staff shows who it is, and the audit log who invited them.'),
  ),
  'staff.left': announcement(
    msg('A member of staff left'),
    msg('The access of a member of staff was ended. The audit log shows whose, and who ended it.'),
  ),
} satisfies Partial<Record<MailKind, EmailTemplate>>
