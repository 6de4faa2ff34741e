import { MessageCircle, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useHydrated } from '../../shared/ui/use-hydrated.ts'
import { WhenSignedIn } from '../when-signed-in.tsx'

// Most visitors are not signed in and never need it.
const Conversation = lazy(() =>
  import('../../shared/chat/conversation.tsx').then((module) => ({ default: module.Conversation })),
)

/** Chat is for signed-in customers, whose account receives the replies. Visitors are pointed to the form. */
export function ChatWidget() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const hydrated = useHydrated()

  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])

  useEffect(() => {
    if (!open) return
    panel.current?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open, close])

  return (
    <div className="no-js:hidden fixed end-4 bottom-4 z-30 grid justify-items-end gap-3 sm:end-6 sm:bottom-6">
      {open && (
        <div
          ref={panel}
          role="dialog"
          id={id}
          aria-label={t('Support chat')}
          tabIndex={-1}
          className="grid w-[min(21rem,calc(100vw-2rem))] grid-cols-1 gap-4 rounded-card border border-line bg-surface p-6 shadow-lifted outline-none motion-safe:animate-drop"
        >
          <WhenSignedIn otherwise={<ForVisitors onForm={() => setOpen(false)} />}>
            {(user) => <ForCustomers name={user.fullName} />}
          </WhenSignedIn>
        </div>
      )}
      <button
        ref={opener}
        type="button"
        // A click before hydration would be lost.
        disabled={!hydrated}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : setOpen(true))}
        className="grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-lifted transition-colors hover:bg-accent-strong"
      >
        {open ? <X aria-hidden className="size-6" /> : <MessageCircle aria-hidden className="size-6" />}
        <span className="sr-only">{open ? t('Close support chat') : t('Support chat')}</span>
      </button>
    </div>
  )
}

function ForVisitors({ onForm }: { onForm: () => void }) {
  return (
    <>
      <p className="font-display text-xl">{t('Chat with support')}</p>
      <p className="text-muted">
        {t('Log in to chat with us, or use the form on this page. Both reach the same team.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={localPath('/login')}>{t('Log in')}</ButtonLink>
        <ButtonLink to="#write" variant="quiet" onClick={onForm}>
          {t('Use the form')}
        </ButtonLink>
      </div>
    </>
  )
}

function ForCustomers({ name }: { name: string }) {
  return (
    <>
      <div className="-mb-1 flex items-center justify-between gap-3">
        <p className="truncate font-display text-xl">{t('Hello, {name}', { name })}</p>
        <Link to="/dashboard/support-user" className="shrink-0 text-sm font-semibold text-accent hover:underline">
          {t('Open full page')}
        </Link>
      </div>
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <Conversation
          owner={null}
          empty={<p>{t('Send us a message. A member of our team will reply here.')}</p>}
          className="-mx-6 -mb-6 h-[min(26rem,60dvh)] overflow-hidden rounded-b-card border-t border-line bg-paper"
        />
      </Suspense>
    </>
  )
}
