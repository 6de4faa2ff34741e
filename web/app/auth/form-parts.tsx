import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

export function FormHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-8 grid gap-2">
      <h1 className="display text-[2.6rem]">{title}</h1>
      <p className="text-muted">{children}</p>
    </div>
  )
}

export type Mode = 'login' | 'sign-up' | 'forgot'

/** Another mode of the same screen, whichever of its two addresses it was opened at. */
export const useModePath = () => {
  const { pathname } = useLocation()
  // Prerendering adds a slash to the address; nobody else does.
  const path = pathname.replace(/\/$/, '')
  return (mode: Mode) => (mode === 'login' ? path : `${path}?mode=${mode}`)
}

export function ModeLink({ mode, email, children }: { mode: Mode; email: string; children: string }) {
  const modePath = useModePath()
  return (
    <Link
      to={modePath(mode)}
      state={{ email }}
      replace
      className="inline-block py-1 font-semibold text-accent underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
