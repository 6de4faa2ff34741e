import { notExpected } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const API_KEY_TEMPLATES = {
  'api_key.created': ({ email, data }, template) => {
    const { t } = template.texts
    const sends = Array.isArray(data.scopes) && data.scopes.includes('transfer')
    return {
      to: email,
      subject: t('An API key was made for your account'),
      paragraphs: [
        t('The API key “{name}” was made for your account.', { name: String(data.name) }),
        sends
          ? t('Programs that have it can send money without your PIN, up to its daily maximum.')
          : t('Programs that have it can’t send money.'),
        t('You can revoke it in your settings at any time.'),
        notExpected(template),
      ],
    }
  },
  'api_key.revoked': ({ email, data }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('An API key of your account was revoked'),
      paragraphs: [
        t('The API key “{name}” was revoked. Programs that use it no longer have access.', { name: String(data.name) }),
        notExpected(template),
      ],
    }
  },
} satisfies Record<string, EmailTemplate>
