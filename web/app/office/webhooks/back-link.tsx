import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** To the page above this one. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
  >
    <ArrowLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />
    {children}
  </Link>
)
