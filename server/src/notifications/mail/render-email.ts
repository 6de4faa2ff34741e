import { DEMONSTRATION_RIBBON } from '#contract/settings/demonstration.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { escapeMarkup } from '#contract/settings/pages.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import type { Email } from '../template.ts'

export type RenderedEmail = { subject: string; text: string; html: string }

type EmailContext = { institution: Institution; texts: Texts }

/** In attributes: many mail programs ignore style sheets. The colors are those of the light theme. */
const STYLES = {
  body: 'margin:0;padding:24px 12px;background:#faf8f4',
  card: 'max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e6e1d6;border-radius:16px',
  text: "color:#14213a;font:16px/1.6 Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif",
  name: 'margin:0 0 20px;color:#0f6b4f;font:600 22px/1.3 Georgia,serif',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 24px;border-radius:24px;background:#0f6b4f;color:#ffffff;font-weight:600;text-decoration:none',
  footer: 'margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e6e1d6;color:#5b6475;font-size:14px',
}

/** Renders an email as plain text and as HTML, without images, style sheets or anything else loaded from a server. */
export function renderEmail(email: Email, fullName: string, { institution, texts }: EmailContext): RenderedEmail {
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
  const button = ({ label, address }: NonNullable<Email['link']>) =>
    `<p style="${STYLES.paragraph}"><a href="${escapeMarkup(address)}" style="${STYLES.button}">${escapeMarkup(label)}</a></p>`
  const html = [
    `<p style="${STYLES.name}">${escapeMarkup(institution.name)}</p>`,
    ...[greeting, ...email.paragraphs].map(paragraph),
    ...(link ? [button(link)] : []),
    `<p style="${STYLES.footer}">${signature.map(escapeMarkup).join('<br>')}</p>`,
  ]
  return {
    subject: toHeaderValue(email.subject),
    text,
    html: [
      '<!doctype html>',
      `<html lang="${locale}" dir="${direction}">`,
      '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>',
      `<body style="${STYLES.body}"><div style="${STYLES.card};${STYLES.text}">`,
      ...html,
      '</div></body></html>\n',
    ].join('\n'),
  }
}

const paragraph = (text: string) => `<p style="${STYLES.paragraph}">${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`

/** Removes line breaks: the text after one would be another header. */
export const toHeaderValue = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
