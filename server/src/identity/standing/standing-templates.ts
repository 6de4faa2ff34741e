import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import { msg } from '#contract/text-id.ts'
import { notExpected, securityEmail } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

export const STANDING_TEMPLATES = {
  'account.frozen': ({ email }, { institution, addressOf, texts: { t } }) => ({
    to: email,
    subject: t('Your account is frozen'),
    paragraphs: [
      t(
        'We froze your account at {bank}. You can log in, see your transactions and receive money, but you can’t make transfers.',
        { bank: institution.name },
      ),
      t('Please contact us: write to support in the online bank, or call {phone}.', { phone: institution.phone }),
    ],
    link: { label: t('Write to support'), address: addressOf('/dashboard/support-user') },
  }),
  'account.unfrozen': securityEmail(
    msg('Your account is no longer frozen'),
    msg('Our team lifted the freeze. You can use your account as before.'),
  ),
  'account.closed': ({ email }, template) => {
    const { t } = template.texts
    return {
      to: email,
      subject: t('Your account was closed'),
      paragraphs: [
        t(
          'Your account at {bank} was closed. You can still log in to read your past transactions. Money that is sent to the account goes back to the sender.',
          { bank: template.institution.name },
        ),
        notExpected(template),
      ],
    }
  },
} satisfies Partial<Record<MailKind, EmailTemplate>>
