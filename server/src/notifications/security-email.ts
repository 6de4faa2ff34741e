import type { EmailTemplate, LocalTemplateData } from './template.ts'

export const notExpected = ({ institution: { phone, email }, texts: { t } }: LocalTemplateData): string =>
  t('If you didn’t expect this, contact us right away at {phone} or {email}.', { phone, email })

/** About a change that may not be the customer's wish. Subject and text are texts of the catalogue. */
export function securityEmail(subject: string, text: string): EmailTemplate {
  return ({ email }, data) => {
    const { t } = data.texts
    return { to: email, subject: t(subject), paragraphs: [t(text), notExpected(data)] }
  }
}
