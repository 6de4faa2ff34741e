import { msg } from '#contract/text-id.ts'
import { notExpected, securityEmail } from '../../notifications/security-email.ts'
import type { EmailTemplate, LinkReader } from '../../notifications/template.ts'
import { readOpenPinLinks } from './pin-recovery.ts'

export const PIN_TEMPLATES = {
  'pin.created': securityEmail(
    msg('A PIN was created'),
    msg('A transaction PIN was created for your account. Transfers are approved with it.'),
  ),
  'pin.reset': securityEmail(
    msg('Your PIN was reset'),
    msg('Our team reset your transaction PIN. You’ll create a new one the next time you log in.'),
  ),
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

export const pinLinks: LinkReader = {
  page: '/dashboard/pin',
  purpose: 'pin recovery',
  read: (sql, batch, at) => {
    const sent = batch.flatMap(({ personId, data, createdAt }) =>
      data.pinRecoveryId ? [{ personId, linkId: String(data.pinRecoveryId), sentAt: createdAt }] : [],
    )
    return sent.length > 0 ? readOpenPinLinks(sql, sent, at) : new Map()
  },
}
