import { MessageCircle, X } from 'lucide-react'
import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ChatFailure } from '../../shared/chat/chat-failure.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx'
import { useHydrated } from '../../shared/ui/loading/use-hydrated.ts'

// Loaded when the pointer or the focus is on the button, at the latest when it is clicked.
const loadPanel = () => import('./chat-panel.tsx')
const ChatPanel = lazyPart(() => loadPanel().then((module) => module.ChatPanel), ChatFailure)
const preloadPanel = () => void loadPanel().catch(() => {})

export function ChatWidget() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const hydrated = useHydrated()
  const coversFooter = useFooterInView() && !open

  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])

  return (
    <div className="no-js:hidden fixed end-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-30 grid justify-items-end gap-3 sm:end-6 sm:bottom-6">
      {open && (
        <Suspense>
          <ChatPanel id={id} onClose={close} onForm={() => setOpen(false)} />
        </Suspense>
      )}
      <button
        ref={opener}
        type="button"
        // A click before hydration would be lost.
        disabled={!hydrated}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => (open ? close() : setOpen(true))}
        className={classNames(
          coversFooter && 'not-focus-visible:invisible',
          'grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-lifted transition-colors hover:bg-accent-strong',
        )}
      >
        {open ? <X aria-hidden className="size-6" /> : <MessageCircle aria-hidden className="size-6" />}
        <span className="sr-only">{open ? t('Close support chat') : t('Support chat')}</span>
      </button>
    </div>
  )
}

/** The button would lie on the newsletter's. */
function useFooterInView(): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const footer = document.querySelector('footer')
    if (!footer) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: '0px 0px -96px 0px',
    })
    observer.observe(footer)
    return () => observer.disconnect()
  }, [])
  return inView
}
