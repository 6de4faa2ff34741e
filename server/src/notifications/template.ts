import type { Locale } from '#contract/locales.ts'
import type { MailKind } from '#contract/notifications/notification-kinds.ts'
import type { Institution } from '#contract/settings/institution.ts'
import type { Text } from '#contract/text.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import type { Transaction } from '../ledger/types.ts'
import type { LinkPurpose, SignedLink } from '../platform/crypto/signed-links.ts'
import type { Reader } from '../platform/db/connection.ts'
import type { Texts } from '../platform/texts/texts.ts'

/** The content of an email; render-email.ts turns it into text and HTML. */
export type Email = {
  to: string
  subject: Text
  paragraphs: Text[]
  link?: { label: Text; address: string }
}

/** What templates need beyond the outbox, read once for a whole batch. */
export type TemplateData = {
  templates: MailTemplates['templates']
  institution: Institution
  zone: string
  /** Languages that the bank offers. */
  locales: readonly Locale[]
  transactions: ReadonlyMap<string, Transaction>
  /** Of received payments that a request of the person asked for, what the person wrote into it; by the deposit. */
  requestReferences: ReadonlyMap<string, string>
  /** URLs of the signed links that are still open, by the id of the link. */
  links: ReadonlyMap<string, string>
  /** The URL of a page of the bank. */
  addressOf: (path: string) => string
  /** `${personId} ${kind}` of the emails that customers have turned off. */
  optOuts: ReadonlySet<string>
}

/** With the texts of the person's language. */
export type LocalTemplateData = TemplateData & { texts: Texts }

export type EmailTemplate = (mail: OutboxMail, data: LocalTemplateData) => Email | null

/** Signed links of one kind. The token is signed as the email is sent, and never stored. */
export type LinkReader = {
  /** The page that takes the token. */
  page: string
  purpose: LinkPurpose
  /** The links of the batch that are still open, by their id. */
  read: (
    sql: Reader,
    batch: readonly OutboxMail[],
    at: Date,
  ) => Promise<ReadonlyMap<string, SignedLink>> | ReadonlyMap<string, SignedLink>
}

/** Each domain has the templates of its own notifications; `bootstrap/mail-templates.ts` puts them together. */
export type MailTemplates = {
  templates: Readonly<Record<MailKind, EmailTemplate>>
  links: readonly LinkReader[]
}

/** The ids under a name in the data of notifications. */
export const idsIn = (batch: readonly OutboxMail[], name: string): string[] =>
  batch.flatMap(({ data }) => (data[name] ? [String(data[name])] : []))
