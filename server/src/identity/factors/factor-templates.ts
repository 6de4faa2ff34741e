import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { notExpected, securityEmail } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const FACTOR_TEMPLATES = {
  'factor.added': ({ email, data }, template) => {
    const { t } = template.texts
    const isApp = data.factor === 'totp'
    return {
      to: email,
      subject: isApp ? t('An authenticator app was added to your account') : t('A passkey was added to your account'),
      paragraphs: [
        isApp
          ? t('An authenticator app was set up for your account. We’ll ask for its code when you log in.')
          : t('The passkey “{name}” was added to your account. It can log in and approve transfers.', {
              name: String(data.name),
            }),
        notExpected(template),
      ],
    }
  },
  'factor.removed': ({ email, data }, template) => {
    const { t } = template.texts
    const isApp = data.factor === 'totp'
    return {
      to: email,
      subject: isApp
        ? t('Your authenticator app was removed from your account')
        : t('A passkey was removed from your account'),
      paragraphs: [
        isApp
          ? t('The authenticator app was removed from your account. We no longer ask for its code when you log in.')
          : t('The passkey “{name}” was removed from your account. It can no longer be used to log in.', {
              name: String(data.name),
            }),
        notExpected(template),
      ],
    }
  },
  'factors.reset': securityEmail(
    msg('Your second factors were removed'),
    msg(
      'Our team removed the authenticator app, passkeys and recovery codes from your account and logged you out on all devices. Log in with your password, then set up a second factor again.',
    ),
  ),
  'factors.reset_by_staff': ({ email }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('A member of staff removed someone’s second factors'),
      paragraphs: [
        t(
          'A member of staff removed the second factors of a customer or colleague. No second person had to confirm it. The audit log shows who did it, for whom and why.',
        ),
        t('If you know nothing of it, look at it now.'),
      ],
    }
  },
  'recovery_codes.replaced': securityEmail(
    msg('Your recovery codes were replaced'),
    msg('New recovery codes were created for your account. The old ones no longer work.'),
  ),
} satisfies Partial<Record<MailKind, EmailTemplate>>
