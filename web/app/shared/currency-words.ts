import { currencyName } from '#contract/currency-name.ts'
import { currencyPlaceholder } from '#contract/settings/pages.ts'
import { formatLocale } from './i18n/i18n.ts'
import { isPrerendering } from './institution.ts'

/** The name of the bank's currency in texts: 'dollar' and 'dollars'. `institution.ts` has set the currency before. */
export const currencyWord = (form: 'one' | 'other') =>
  (isPrerendering ? currencyPlaceholder : currencyName)(form, formatLocale())
