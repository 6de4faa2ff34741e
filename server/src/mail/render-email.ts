import type { Institution } from '#contract/institution.ts'
import { escapeMarkup } from '#contract/pages.ts'
import { DEMONSTRATION_RIBBON } from '#contract/texts.ts'
import type { Email } from './templates.ts'

export type RenderedEmail = { subject: string; text: string; html: string }

/** One letter as plain text and as plain HTML: no picture, no style sheet, nothing that is fetched from anywhere. */
export function renderEmail(letter: Email, fullName: string, institution: Institution): RenderedEmail {
  const greeting = `Hello ${fullName},`
  const closing = [
    institution.legalName || institution.name,
    ...(institution.demonstration ? [DEMONSTRATION_RIBBON] : []),
  ]
  const link = letter.link
  const text = [
    greeting,
    ...letter.paragraphs,
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    closing.join('\n'),
  ].join('\n\n')
  const html = [
    ...[greeting, ...letter.paragraphs].map(paragraph),
    ...(link ? [`<p><a href="${escapeMarkup(link.address)}">${escapeMarkup(link.label)}</a></p>`] : []),
    `<p>${closing.map(escapeMarkup).join('<br>')}</p>`,
  ]
  return {
    subject: toHeaderValue(letter.subject),
    text,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join('\n')}\n</body></html>\n`,
  }
}

const paragraph = (text: string) => `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`

/** A header ends at a line break, and what follows it would be another header. */
export const toHeaderValue = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
