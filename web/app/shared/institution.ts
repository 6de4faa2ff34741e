import { LOCALES, type Locale } from '#contract/locales.ts'
import { DEFAULT_CURRENCY, setBankCurrency } from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { moneyPlaceholder, type PageDetails, pagePlaceholders } from '#contract/settings/pages.ts'

/** The id of the data block with the page's details. It is not executed, so the content security policy ignores it. */
export const DETAILS_ID = 'page-details'

/** Only for the development server, which does not fill in placeholders. */
const developmentDetails = {
  institution: {
    name: 'Fable Bank',
    legalName: '',
    regulator: '',
    phone: '+1 555 010 0199',
    email: 'hello@fable.example',
    address: '1 Story Lane, Fableton',
    demonstration: true,
    currency: DEFAULT_CURRENCY,
  },
  origin: 'http://localhost',
  locales: LOCALES,
  demo: true,
} as unknown as PageDetails

/** At build time the details are placeholders; the server fills them in. */
const placeholderDetails = () =>
  ({
    institution: { ...pagePlaceholders.institution, demonstration: true, currency: DEFAULT_CURRENCY },
    origin: pagePlaceholders.origin,
    locales: LOCALES,
  }) as unknown as PageDetails

/** The data block's exact text, so that hydration renders the same. */
export const detailsText = import.meta.env.SSR
  ? pagePlaceholders.details
  : document.getElementById(DETAILS_ID)?.textContent

function readDetails(): PageDetails {
  if (import.meta.env.DEV) return developmentDetails
  if (import.meta.env.SSR) return placeholderDetails()
  return JSON.parse(detailsText ?? '{}') as PageDetails
}

const details = readDetails()

/** The build renders public pages before the institution and its currency are known. */
export const isPrerendering = import.meta.env.SSR && !import.meta.env.DEV

/** The institution that runs this bank; constant while the page is open. */
export const institution: Institution = details.institution
// The root imports this module, so that the currency is known before any page renders.
setBankCurrency(institution.currency, isPrerendering ? moneyPlaceholder : undefined)
export const origin = details.origin
/** The offered languages, the default first. */
export const locales: readonly Locale[] = details.locales
/** Whether DEMO is on: public accounts, and a mailbox in place of a mail server. Unknown when prerendering. */
export const isDemo = details.demo === true

/** An attribute of the root element, so that the stylesheet can show or hide the ribbon without JavaScript. */
export const demonstrationAttribute = isPrerendering
  ? pagePlaceholders.demonstration
  : String(institution.demonstration)

/** Reserves the space of what only a demo shows, so that nothing moves when it loads. */
export const demoAttribute = isPrerendering ? pagePlaceholders.demo : String(isDemo)
