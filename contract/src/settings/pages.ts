import { currencyName } from '../currency-name.ts'
import { LOCALES, type Locale, pathIn, SOURCE_LOCALE } from '../locales.ts'
import { formatMoney, sampleAmount } from '../money.ts'
import { verbatim } from '../text.ts'
import type { Institution } from './institution.ts'

/** Pages that the build prerenders as HTML files (`about/index.html`), readable without JavaScript. */
export const PRERENDERED_PAGES = [
  '/',
  '/about',
  '/services',
  '/contact',
  '/verify',
  '/login',
  '/auth',
  '/reset-password',
  '/secure-account',
  '/confirm-email',
  '/undo-email',
] as const

/** Shown for unknown paths, with status 404. Prerendered as well. */
export const NOT_FOUND_PAGE = '/404'

/** Every prerendered path, in every language: the server sends those of the languages it offers. */
// Pure: the browser never needs it.
export const PRERENDERED_PATHS: readonly string[] = /* @__PURE__ */ LOCALES.flatMap((locale) =>
  [...PRERENDERED_PAGES, NOT_FOUND_PAGE].map((page) => pathIn(locale, page)),
)

/** Pages that are rendered in the browser only; all of them start from the same empty document. */
export const BROWSER_PAGES = [
  '/home',
  '/code',
  '/pay/:code',
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/statements',
  '/dashboard/statements/:month',
  '/dashboard/send',
  '/dashboard/transfer',
  '/dashboard/deposit',
  '/dashboard/payees',
  '/dashboard/budgets',
  '/dashboard/orders',
  '/dashboard/request',
  '/dashboard/user',
  '/dashboard/user/:id',
  '/dashboard/users',
  '/dashboard/all-transactions',
  '/dashboard/proposals',
  '/dashboard/staff',
  '/dashboard/outside',
  '/dashboard/outside/lines',
  '/dashboard/outside/statements',
  '/dashboard/outside/payment-runs',
  '/dashboard/outside/payment-runs/:id',
  '/dashboard/outside/reports',
  '/dashboard/outside/closings',
  '/dashboard/books/chart',
  '/dashboard/books/entries',
  '/dashboard/books/entries/new',
  '/dashboard/books/entries/:id',
  '/dashboard/admin-settings',
  '/dashboard/admin-settings/webhooks',
  '/dashboard/admin-settings/webhooks/:id',
  '/dashboard/audit',
  '/dashboard/settings',
  '/dashboard/settings/:page',
  '/dashboard/security',
  '/dashboard/pin',
  '/dashboard/api-keys',
  '/dashboard/verification',
  '/dashboard/verifications',
  '/dashboard/verifications/:id',
  '/dashboard/access-log',
  '/dashboard/check',
  '/dashboard/support',
  '/dashboard/support-user',
  '/demo/mail',
] as const

/** Pages that exist with DEMO on only. */
export const DEMO_PAGES: readonly string[] = ['/demo/mail']

/** Pages in the sitemap. */
export const LISTED_PAGES = ['/', '/about', '/services', '/contact', '/verify'] as const

/** `locales` are the offered languages, the default first. `demo` is absent unless DEMO is on. */
export type PageDetails = { institution: Institution; origin: string; locales: readonly Locale[]; demo?: true }

/**
 * The build knows neither the institution nor its origin, so it writes these placeholders. The server fills them in from
 * its configuration when it sends a page (`fillPage`). The browser reads the same details from a data block in the page,
 * so that hydration renders what the server sent.
 */
export const pagePlaceholders = {
  details: '{{details}}',
  origin: '{{origin}}',
  demonstration: '{{demonstration}}',
  demo: '{{demo}}',
  /** The pages of the sitemap, in every offered language. */
  listedPages: '{{listedPages}}',
  /** The relation of a link to another language: of one that is not offered it stays empty, and the link means nothing. */
  alternate: (locale: Locale) => `{{alternate:${locale}}}`,
  institution: {
    name: '{{name}}',
    legalName: '{{legalName}}',
    regulator: '{{regulator}}',
    phone: '{{phone}}',
    email: '{{email}}',
    address: '{{address}}',
  },
} as const

/** In place of a formatted amount. All amounts of prerendered pages are samples. */
export const moneyPlaceholder = (amount: number, locale: string) => verbatim(`{{money:${amount}:${locale}}}`)

/** In place of the name of the bank's currency. */
export const currencyPlaceholder = (form: 'one' | 'other', locale: string) => verbatim(`{{currency:${form}:${locale}}}`)

const PLACEHOLDER =
  /\{\{(details|origin|demonstration|demo|listedPages|name|legalName|regulator|phone|email|address|money|currency|alternate)(?::([\w.-]+))?(?::([\w-]+))?\}\}/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
/** A data block ends at the first `</script`, so no `<` may appear inside it. */
const escapeData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Escapes for the inside of a string in JSON. */
export const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** HTML and XML (the sitemap) have the same rules for these five characters; the web manifest is JSON. */
export function fillPage(page: string, details: PageDetails, escapeText = escapeMarkup): string {
  const { institution, origin } = details
  return page.replace(PLACEHOLDER, (_, placeholder: string, argument: string, locale?: string) => {
    if (placeholder === 'details') return escapeData(details)
    if (placeholder === 'listedPages') return listPages(details)
    if (placeholder === 'demo') return String(details.demo === true)
    if (placeholder === 'money') return escapeText(formatMoney(sampleAmount(Number(argument)), locale))
    if (placeholder === 'currency') return escapeText(currencyName(argument === 'one' ? 'one' : 'other', locale))
    if (placeholder === 'origin') return escapeText(origin)
    if (placeholder === 'alternate') return details.locales.some((offered) => offered === argument) ? 'alternate' : ''
    return escapeText(String(institution[placeholder as keyof Institution]))
  })
}

/** Each page once per language, with links to the same page in the others. */
function listPages({ origin, locales }: PageDetails): string {
  const addressOf = (page: string, locale: Locale) => escapeMarkup(`${origin}${pathIn(locale, page)}`)
  const link = (language: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
  return LISTED_PAGES.flatMap((page) => {
    const inEach = locales.map((locale) => link(locale, addressOf(page, locale)))
    const alternates = locales.length > 1 ? [...inEach, link('x-default', addressOf(page, SOURCE_LOCALE))].join('') : ''
    return locales.map((locale) => `<url><loc>${addressOf(page, locale)}</loc>${alternates}</url>`)
  }).join('\n  ')
}
