import { Share2 } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { useHydrated } from './loading/use-hydrated.ts'

type Props = { title: Text; text?: Text; url?: string; children: Text }

/** The share sheet of a phone. Other devices have the copy button beside it. */
export function ShareButton({ title, text, url, children }: Props) {
  const hydrated = useHydrated()
  const data = { title, text, url }
  if (!hydrated || !window.matchMedia('(pointer: coarse)').matches || !navigator.canShare?.(data)) return null
  return (
    <button
      type="button"
      data-share
      // Closing the sheet without a choice is no failure.
      onClick={() => void navigator.share(data).catch(() => undefined)}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-sm font-medium text-accent hover:border-edge"
    >
      <Share2 aria-hidden className="size-4" />
      {children}
    </button>
  )
}
