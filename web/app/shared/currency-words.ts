import { currencyName } from '#contract/currency-name.ts'
import { pagePlaceholders } from '#contract/pages.ts'
import { isPrerendering } from './institution.ts'

/** The name of the bank's currency in texts: 'dollar' and 'dollars'. `institution.ts` has set the currency before. */
export const currencyWords = isPrerendering
  ? pagePlaceholders.currencyName
  : { one: currencyName('one'), other: currencyName('other') }
