import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet } from 'react-router'
import { queryClient } from '../shared/api/query-client.ts'
import { BankCard } from '../shared/ui/bank-card.tsx'
import { Brand } from '../shared/ui/brand.tsx'
import { SkipLink } from '../shared/ui/skip-link.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'
import { useFocusContent } from '../shared/ui/use-focus-content.ts'

/** The form on the left, and on wide screens a quiet reminder of where one is on the right. */
export default function AuthLayout() {
  useFocusContent()
  return (
    <QueryClientProvider client={queryClient}>
      <SkipLink />
      <div className="grid min-h-[calc(100dvh-2rem)] lg:grid-cols-[1fr_minmax(0,42%)]">
        <div className="flex flex-col px-5 sm:px-10">
          <header className="flex h-18 items-center justify-between gap-4">
            <Link to="/" className="-m-1 min-w-0 rounded-xl p-1">
              <Brand />
            </Link>
            <ThemeSwitch />
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
      aria-label="A reminder"
      className="hidden flex-col justify-between gap-10 overflow-hidden bg-night p-14 text-on-night lg:flex"
    >
      <p className="display max-w-md text-[clamp(2.2rem,3.4vw,3.25rem)] text-balance">What you see is what happened.</p>
      <div aria-hidden="true" className="relative isolate -mr-20 self-end">
        <div className="absolute -top-24 left-12 -z-10 size-72 rounded-full bg-sun" />
        <BankCard className="w-[26rem] -rotate-6" />
      </div>
      <p className="max-w-sm text-on-night-muted">
        We never ask for your password, your PIN or a code by telephone, by e-mail or in the chat.
      </p>
    </aside>
  )
}
