import { describeBrowser, knownBrowser } from '#contract/identity/describe-browser.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'

/** How much of an unknown user agent is shown. */
const MAX_LENGTH = 60

/** 'Firefox on Windows', as far as the user agent string tells. */
export function browserName(userAgent: string): Text {
  const known = knownBrowser(userAgent)
  if (known) return describeBrowser(known, t)
  return userAgent ? verbatim(userAgent.slice(0, MAX_LENGTH)) : t('Unknown browser')
}
