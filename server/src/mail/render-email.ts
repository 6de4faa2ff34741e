import type { Institution } from '#contract/institution.ts'
import { escapeMarkup } from '#contract/pages.ts'
import { DEMONSTRATION_RIBBON } from '#contract/texts.ts'
import type { Texts } from '../texts/texts.ts'
import type { Email } from './template.ts'

export type RenderedEmail = { subject: string; text: string; html: string }

type Rendering = { institution: Institution; texts: Texts }

/** Renders an email as plain text and plain HTML, without images, style sheets or anything else loaded from a server. */
export function renderEmail(email: Email, fullName: string, { institution, texts }: Rendering): RenderedEmail {
  const { t, locale, direction } = texts
  const greeting = t('Hello {name},', { name: fullName })
  const signature = [
    institution.legalName || institution.name,
    ...(institution.demonstration ? [t(DEMONSTRATION_RIBBON)] : []),
  ]
  const { link } = email
  const text = [
    greeting,
    ...email.paragraphs,
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    signature.join('\n'),
  ].join('\n\n')
  const html = [
    ...[greeting, ...email.paragraphs].map(paragraph),
    ...(link ? [`<p><a href="${escapeMarkup(link.address)}">${escapeMarkup(link.label)}</a></p>`] : []),
    `<p>${signature.map(escapeMarkup).join('<br>')}</p>`,
  ]
  return {
    subject: toHeaderValue(email.subject),
    text,
    html: `<!doctype html>\n<html lang="${locale}" dir="${direction}"><body>\n${html.join('\n')}\n</body></html>\n`,
  }
}

const paragraph = (text: string) => `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`

/** Removes line breaks: the text after one would be another header. */
export const toHeaderValue = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
