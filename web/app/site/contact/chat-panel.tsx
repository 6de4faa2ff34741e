import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'
import { ConversationFailure } from '../../shared/chat/chat-failure.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx'
import { WhenSignedIn } from '../when-signed-in.tsx'

// Most visitors are not signed in and never need it.
const Conversation = lazyPart(
  () => import('../../shared/chat/conversation.tsx').then((module) => module.Conversation),
  ConversationFailure,
)

type ChatPanelProps = { id: string; onClose: () => void; onForm: () => void }

/** Chat is for signed-in customers, whose account receives the replies. Visitors are pointed to the form. */
export function ChatPanel({ id, onClose, onForm }: ChatPanelProps) {
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    panel.current?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <div
      ref={panel}
      role="dialog"
      id={id}
      aria-label={t('Support chat')}
      tabIndex={-1}
      className="grid w-[min(21rem,calc(100vw-2rem))] grid-cols-1 gap-4 rounded-card border border-line bg-surface p-6 shadow-lifted outline-none motion-safe:animate-drop"
    >
      <WhenSignedIn otherwise={<ForVisitors onForm={onForm} />}>
        {(user) => <ForCustomers name={user.fullName} />}
      </WhenSignedIn>
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

function ForCustomers({ name }: { name: Text }) {
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
