import { ChevronRight } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import type { Content } from '../../shared/ui/content.ts'

type Props = { icon: Content; name: Text; details: Content; onPick: () => void }

/** One whom money can go to. */
export const PickRow = ({ icon, name, details, onPick }: Props) => (
  <li>
    <button
      type="button"
      onClick={onPick}
      className="flex min-h-16 w-full items-center gap-3.5 px-5 py-2.5 text-start transition-colors hover:bg-ink/3 focus-visible:-outline-offset-2 sm:px-6"
    >
      {icon}
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <span className="line-clamp-3 font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{details}</span>
      </span>
      <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  </li>
)
