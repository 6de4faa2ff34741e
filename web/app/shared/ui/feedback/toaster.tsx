import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { t } from '../../i18n/i18n.ts'
import { leavePage, type Toast as ToastState, useToasts } from './toasts.ts'

const GAP_PX = 4

/**
 * Toasts at the top of the page, newest last. The two live regions exist from the start, because screen readers only
 * announce what is added to a known one: errors interrupt, other messages wait.
 */
export function Toaster() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  useJumpKey(region, toasts.at(-1)?.id)
  usePublishedHeight(region)
  useEndWithPage()

  return (
    <section
      ref={region}
      aria-label={t('Notifications (F6)')}
      // Next to an open side panel, not over its title.
      className="print:hidden pointer-events-none fixed inset-x-0 top-[calc(0.25rem+env(safe-area-inset-top))] z-50 mx-auto w-full max-w-md px-4 beside:[:root:has([data-beside])_&]:end-beside"
    >
      <Stack live="assertive" toasts={toasts.filter((toast) => toast.error)} />
      <Stack live="polite" toasts={toasts.filter((toast) => !toast.error)} />
    </section>
  )
}

function Stack({ live, toasts }: { live: 'assertive' | 'polite'; toasts: ToastState[] }) {
  const Toast = useToastComponent(toasts.length > 0)
  return (
    <div aria-live={live} aria-relevant="additions" className="grid">
      {Toast && toasts.map((toast) => <Toast key={toast.id} toast={toast} />)}
    </div>
  )
}

/** Loaded with the first toast: most visits to public pages show none. Suspense would show it 300 ms late. */
function useToastComponent(needed: boolean) {
  const [module, setModule] = useState<typeof import('./toast.tsx')>()
  useEffect(() => {
    if (needed) void import('./toast.tsx').then(setModule)
  }, [needed])
  return module?.Toast
}

/** Toasts end when the next page begins to load: that may take a while, and what comes then is about that page. */
function useEndWithPage() {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const current = next?.pathname ?? pathname
  const last = useRef(current)
  useEffect(() => {
    if (current === last.current) return
    last.current = current
    leavePage()
  }, [current])
}

/** Publishes the height as a custom property, so that dialogs leave room for the toasts. */
function usePublishedHeight(region: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const bottomPx = element.offsetTop + element.offsetHeight
      document.documentElement.style.setProperty('--toasts-shown', `${bottomPx + GAP_PX}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--toasts-shown')
    }
  }, [region])
}

/** F6 moves the focus to the newest toast. */
function useJumpKey(region: React.RefObject<HTMLElement | null>, newest: number | undefined) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return
      // Not the last in the document: errors come first, however old they are.
      const button = region.current?.querySelector<HTMLElement>(`[data-notification="${newest}"] button`)
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [region, newest])
}
