import { notExpected } from './security-email.ts'
import type { EmailTemplate } from './template.ts'

export const PIN_TEMPLATES = {
  'pin.recovery_requested': ({ email, data }, template) => {
    const { t } = template.texts
    const address = template.links.get(String(data.pinRecoveryId))
    if (!address) return null
    return {
      to: email,
      subject: t('Set a new PIN'),
      paragraphs: [
        t(
          'You asked for a new transaction PIN. Log in and open the link below. It works once and expires 30 minutes after the request.',
        ),
        notExpected(template),
      ],
      link: { label: t('Set a new PIN'), address },
    }
  },
  'pin.changed': ({ email, data }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('Your PIN was changed'),
      paragraphs: [
        data.recovered
          ? t('A new transaction PIN was set for your account with the link that we sent you.')
          : t('Your transaction PIN was changed in your settings.'),
        t('For a day, our team checks each of your transfers before it is sent.'),
        notExpected(template),
      ],
    }
  },
} satisfies Record<string, EmailTemplate>
