import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { notExpected } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'
import { formatTime } from '../../platform/texts/formats.ts'

export const LIMIT_TEMPLATES = {
  'limit.changed': ({ email, data }, template) => {
    const { zone, texts } = template
    const { t } = texts
    return {
      to: email,
      subject: t('Your daily limit was changed'),
      paragraphs: [
        data.byStaff
          ? t('Our team changed what you can send within a day.')
          : data.from
            ? t('You asked to raise what you can send within a day. The new limit applies from {time}.', {
                time: formatTime(new Date(String(data.from)), zone, texts),
              })
            : t('You lowered what you can send within a day. The new limit applies at once.'),
        t('You can see the limit in your settings.'),
        notExpected(template),
      ],
    }
  },
} satisfies Partial<Record<MailKind, EmailTemplate>>
