import type { Locale } from '#contract/locales.ts'
import type { Institution } from '#contract/settings/institution.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import type { Transaction } from '../../ledger/types.ts'
import type { Texts } from '../../platform/texts/texts.ts'

/** The content of an email; render-email.ts turns it into text and HTML. */
export type Email = {
  to: string
  subject: string
  paragraphs: string[]
  link?: { label: string; address: string }
}

/** What templates need beyond the outbox, read once for a whole batch. */
export type TemplateData = {
  institution: Institution
  zone: string
  /** Languages that the bank offers. */
  locales: readonly Locale[]
  transactions: ReadonlyMap<string, Transaction>
  /** URLs of the signed links that are still open, by the id of the link. */
  links: ReadonlyMap<string, string>
  /** URL of the customer's support thread. */
  supportAddress: string
  /** URL of the customer's scheduled payments. */
  ordersAddress: string
  /** URL of the page where a Pending customer uploads documents. */
  verificationAddress: string
  /** URL of the list of webhooks, in the back office. */
  webhooksAddress: string
  /** `${personId} ${kind}` of the emails that customers have turned off. */
  optOuts: ReadonlySet<string>
}

/** With the texts of the person's language. */
export type LocalTemplateData = TemplateData & { texts: Texts }

export type EmailTemplate = (mail: OutboxMail, data: LocalTemplateData) => Email | null
