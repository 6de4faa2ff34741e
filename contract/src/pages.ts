import type { Institution } from './institution.ts'

/** Pages that the build writes as HTML files of their own (`about/index.html`), readable without JavaScript. */
export const PRERENDERED_PAGES = ['/', '/about', '/services', '/contact', '/login', '/auth', '/reset-password'] as const

/** What a mistyped address shows, with status 404. Written by the build as well. */
export const NOT_FOUND_PAGE = '/404'

/** Pages that only exist in the browser; all of them start from the same empty document. */
export const BROWSER_PAGES = [
  '/home',
  '/code',
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/transfer',
  '/dashboard/deposit',
  '/dashboard/user',
  '/dashboard/users',
  '/dashboard/all-transactions',
  '/dashboard/admin-settings',
  '/dashboard/audit',
  '/dashboard/settings',
  '/dashboard/support',
  '/dashboard/support-user',
] as const

/** What search engines may list. */
export const LISTED_PAGES = ['/', '/about', '/services', '/contact'] as const

export type PageFacts = { institution: Institution; origin: string }

/**
 * The build does not know which bank it is for, nor its address, so it writes these marks instead; the server fills
 * them in with its configuration whenever it sends a page (`fillPage`). The browser reads the same facts from the data
 * block, so what it renders first is what it was sent.
 */
export const pageMarks = {
  facts: '{{facts}}',
  origin: '{{origin}}',
  demonstration: '{{demonstration}}',
  institution: {
    name: '{{name}}',
    legalName: '{{legalName}}',
    regulator: '{{regulator}}',
    phone: '{{phone}}',
    email: '{{email}}',
    address: '{{address}}',
  },
} as const

const MARK = /\{\{(facts|origin|demonstration|name|legalName|regulator|phone|email|address)\}\}/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
/** A data block ends at the first `</script`, so no `<` may appear inside it. */
const escapeData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Works on HTML and on XML (the sitemap), whose rules for these five characters are the same. */
export function fillPage(page: string, facts: PageFacts): string {
  const { institution, origin } = facts
  return page.replace(MARK, (_, mark: string) => {
    if (mark === 'facts') return escapeData(facts)
    if (mark === 'origin') return escapeMarkup(origin)
    return escapeMarkup(String(institution[mark as keyof Institution]))
  })
}
