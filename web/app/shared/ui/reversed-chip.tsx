import { Undo2 } from 'lucide-react'

/** Beside the status of a transaction that was reversed: it stays Completed. */
export const ReversedChip = () => (
  <span className="inline-flex items-center gap-1 rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium text-muted">
    <Undo2 aria-hidden className="size-3.5" />
    Reversed
  </span>
)
