import { offeredLocale } from '#contract/locales.ts'
import { isMailKind, isOptionalMailKind, type MailKind } from '#contract/notifications/notification-kinds.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import type { Email, TemplateData } from '../template.ts'

type TemplateMail = OutboxMail & { kind: MailKind }

/** False for a kind that a newer version of the server has stored. */
export const hasTemplate = (mail: OutboxMail): mail is TemplateMail => isMailKind(mail.kind)

/** The language that the person chose, while the bank offers it. */
export const textsFor = ({ locale }: OutboxMail, { locales }: Pick<TemplateData, 'locales'>) =>
  textsIn(offeredLocale(locale, locales))

/** In the language of the person. Null: the customer has turned this email off, or its content has expired. */
export function buildEmail(mail: TemplateMail, data: TemplateData): Email | null {
  if (isOptionalMailKind(mail.kind) && data.optOuts.has(`${mail.personId} ${mail.kind}`)) return null
  return data.templates[mail.kind](mail, { ...data, texts: textsFor(mail, data) })
}
