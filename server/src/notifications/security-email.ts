import type { Text } from '#contract/text.ts'
import type { TextId } from '#contract/text-id.ts'
import type { EmailTemplate, LocalTemplateData } from './template.ts'

export const notExpected = ({ institution: { phone, email }, texts: { t } }: LocalTemplateData): Text =>
  t('If you didn’t expect this, contact us right away at {phone} or {email}.', { phone, email })

/** About a change that may not be the customer's wish. */
export function securityEmail(subject: TextId, text: TextId): EmailTemplate {
  return ({ email }, data) => {
    const { t } = data.texts
    return { to: email, subject: t(subject), paragraphs: [t(text), notExpected(data)] }
  }
}
