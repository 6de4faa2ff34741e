import type { Locale } from '#contract/locales.ts'
import { escapeMarkup } from '#contract/settings/pages.ts'
import type { Text } from '#contract/text.ts'

/** The title that messengers show for a link to the page; null: they show the address. */
export type PagePreview = (params: Record<string, string>, locale: Locale) => Promise<Text | null>
/** By the address of a page that is rendered in the browser: programs that show a preview run no scripts. */
export type PagePreviews = Readonly<Record<string, PagePreview>>

/** Put into the head. The title of the document is the page's own, and so is not touched. */
export const previewTags = (title: Text, siteName: string): string =>
  [
    `<meta name="robots" content="noindex"/>`,
    `<meta property="og:type" content="website"/>`,
    `<meta property="og:site_name" content="${escapeMarkup(siteName)}"/>`,
    `<meta property="og:title" content="${escapeMarkup(title)}"/>`,
  ].join('')
