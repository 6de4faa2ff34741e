import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { showToast } from './feedback/toasts.ts'

const CONFIRMED_MS = 2_000

/** `what` names the copied value for screen readers, in the page’s language. */
export function CopyButton({ text, what }: { text: string; what?: Text }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      showToast({ message: t('Copied to clipboard!') })
    } catch {
      showToast({ message: t('Your browser blocked copying. Please select the text and copy it.'), error: true })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={what && (copied ? t('Copied {what}', { what }) : t('Copy {what}', { what }))}
      className="inline-flex min-h-9 pointer-coarse:min-h-11 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-sm font-medium text-accent hover:border-edge"
    >
      <Icon aria-hidden className="size-4" />
      {copied ? t('Copied') : t('Copy')}
    </button>
  )
}
