import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'

/** To the page above this one. */
export const BackLink = ({ to, children }: { to: string; children: Text }) => (
  <Link
    to={to}
    className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
  >
    <ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
    {children}
  </Link>
)
