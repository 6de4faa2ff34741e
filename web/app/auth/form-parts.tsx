import { Link, useLocation } from 'react-router'
import type { Text } from '#contract/text.ts'
import type { Content } from '../shared/ui/content.ts'

export function FormHead({ title, children }: { title: Text; children: Content }) {
  return (
    <div className="mb-8 grid gap-2">
      <h1 className="display text-[2.6rem]">{title}</h1>
      <p className="text-muted">{children}</p>
    </div>
  )
}

export type Mode = 'login' | 'sign-up' | 'forgot'

/** Kept in the history entry: the typed email address, and the guarded page that required a log-in. */
export type AuthState = { email?: string; from?: string }

export const useAuthState = () => (useLocation().state ?? {}) as AuthState

/** The path of a mode, at whichever of the two addresses (/login, /auth) the screen was opened. */
export const useModePath = () => {
  const { pathname } = useLocation()
  // Only the prerendered location ends with a slash.
  const path = pathname.replace(/\/$/, '')
  return (mode: Mode) => (mode === 'login' ? path : `${path}?mode=${mode}`)
}

export function ModeLink({ mode, email, children }: { mode: Mode; email: string; children: Content }) {
  const modePath = useModePath()
  const state = useAuthState()
  return (
    <Link
      to={modePath(mode)}
      state={{ ...state, email }}
      replace
      className="inline-block py-1 pointer-coarse:py-2.5 font-semibold text-accent underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
