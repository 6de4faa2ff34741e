import { lazy, Suspense } from 'react'
import { locales } from '../institution.ts'
import { useHydrated } from '../ui/loading/use-hydrated.ts'

const LanguageSelect = lazy(() => import('./language-select.tsx'))

/** Nothing in a bank with one language. The prerendered page does not know which are offered, so it appears later. */
export function LanguageSwitch({ tone = 'paper' }: { tone?: 'paper' | 'night' }) {
  if (!useHydrated() || locales.length < 2) return null
  return (
    <Suspense>
      <LanguageSelect tone={tone} />
    </Suspense>
  )
}
