import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from 'react-router'
import { queryClient } from '../shared/api/query-client.ts'
import { t } from '../shared/i18n/i18n.ts'
import { LanguageSwitch } from '../shared/i18n/language-switch.tsx'
import { localPath } from '../shared/i18n/local-path.ts'
import { Brand } from '../shared/ui/page/brand.tsx'
import { SkipLink } from '../shared/ui/page/skip-link.tsx'
import { Sunrise } from '../shared/ui/page/sunrise.tsx'
import { ThemeSwitch } from '../shared/ui/page/theme-switch.tsx'
import { useFocusContent } from '../shared/ui/page/use-focus-content.ts'

/** The form, and on wide screens the brand and a security reminder after it. */
export default function AuthLayout() {
  const { pathname, search } = useLocation()
  // The mode is in the query: switching it replaces the form, and with it the focused link or button.
  useFocusContent(pathname + search)
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <div className="grid min-h-[calc(100dvh-2rem)] grid-cols-1 lg:grid-cols-[1fr_minmax(0,42%)]">
        <div className="flex flex-col px-5 sm:px-10">
          <header className="flex h-18 items-center justify-between gap-4">
            <Link to={localPath('/')} className="-m-1 min-w-0 rounded-xl p-1">
              <Brand />
            </Link>
            {/* On a phone there is room for one of them beside the name of the bank. */}
            <div className="flex items-center gap-2 max-sm:has-[select]:*:[fieldset]:hidden">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </header>
          <main id="content" tabIndex={-1} className="mx-auto my-auto w-full max-w-md py-10 outline-none">
            <Outlet />
          </main>
        </div>
        <Aside />
      </div>
    </QueryClientProvider>
  )
}

function Aside() {
  return (
    <aside
      aria-label={t('Security reminder')}
      className="hidden flex-col justify-between gap-10 overflow-hidden bg-night p-14 text-on-night lg:flex"
    >
      <p className="display max-w-md text-[clamp(2.2rem,3.4vw,3.25rem)] text-balance">
        {t('What you see is what happened.')}
      </p>
      <Sunrise className="w-full max-w-md -translate-x-[6%] self-center rtl:translate-x-[6%]" />
      <p className="max-w-sm text-on-night-muted">
        {t('We never ask for your password, your PIN, or a code by phone, by email, or in chat.')}
      </p>
    </aside>
  )
}
