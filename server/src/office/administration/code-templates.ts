import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import { notExpected, securityEmail } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'
import { formatTime } from '../../platform/texts/formats.ts'

export const CODE_TEMPLATES = {
  'code.set': ({ email, data }, template) => {
    const { zone, texts } = template
    const { t } = texts
    // A code that expires at midnight is shown as valid until the end of the day before.
    const validUntil = new Date(Date.parse(String(data.expireDate)) - 1)
    return {
      to: email,
      subject: t('Your transfers now need a transaction code'),
      paragraphs: [
        t('We set a transaction code for your transfers. It is valid until {time}.', {
          time: formatTime(validUntil, zone, texts),
        }),
        t(CODE_NOTICE),
        notExpected(template),
      ],
    }
  },
  'code.cleared': securityEmail(
    msg('Your transfers no longer need a transaction code'),
    msg('Our team removed the transaction code for your transfers.'),
  ),
} satisfies Partial<Record<MailKind, EmailTemplate>>
