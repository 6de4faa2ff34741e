import { verbatim } from '#contract/text.ts'
import { useHydrated } from '../ui/loading/use-hydrated.ts'
import { t } from './i18n.ts'
import { rendering } from './rendering.ts'

/**
 * `t` for what the empty document shows before its page has loaded. The build renders that document once, in English, so the
 * language can follow only after hydration.
 */
export function useStartText(): typeof t {
  const hydrated = useHydrated()
  return hydrated || rendering() === 'page' ? t : (text) => verbatim(text)
}
