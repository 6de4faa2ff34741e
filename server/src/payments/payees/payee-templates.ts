import { msg, type TextId } from '#contract/text-id.ts'
import { notExpected } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'

const payeeEmail =
  (subject: TextId, text: TextId): EmailTemplate =>
  ({ email, data }, template) => {
    const { texts, addressOf } = template
    const values = {
      name: String(data.name),
      accountName: String(data.accountName),
      bankName: String(data.bankName),
      lastDigits: String(data.lastDigits),
    }
    return {
      to: email,
      subject: texts.t(subject),
      paragraphs: [texts.t(text, values), notExpected(template)],
      link: { label: texts.t('See your payees'), address: addressOf('/dashboard/payees') },
    }
  }

export const PAYEE_TEMPLATES = {
  'payee.added': payeeEmail(
    msg('A payee was saved'),
    msg('The payee “{name}” was saved in your account: {accountName} at {bankName}, account ending in {lastDigits}.'),
  ),
  'payee.changed': payeeEmail(
    msg('The account of a payee was changed'),
    msg('The payee “{name}” has another account now: {accountName} at {bankName}, account ending in {lastDigits}.'),
  ),
} satisfies Record<string, EmailTemplate>
