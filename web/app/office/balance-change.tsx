import { ArrowRight } from 'lucide-react'
import { formatDollars } from '#contract/money.ts'
import { classNames } from '../shared/ui/class-names.ts'

type Props = { before: number; after: number | null; label?: string }

/** What a person can spend now, and then. */
export function BeforeAndAfter({ before, after, label = 'Balance' }: Props) {
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-2xl bg-sunken px-4 py-3">
      <div className="grid">
        <dt className="text-sm text-muted">{label} before</dt>
        <dd className="figures text-lg font-medium">{formatDollars(before)}</dd>
      </div>
      {/* The arrow goes with what it leads to, onto the next line too. */}
      <div className="grid grid-cols-[auto_auto] items-center gap-x-4">
        <ArrowRight aria-hidden className="row-span-2 size-5 text-muted" />
        <dt className="text-sm text-muted">{label} after</dt>
        <dd className={classNames('figures text-lg font-semibold', after !== null && after < 0 && 'text-negative')}>
          {after === null ? '–' : formatDollars(after)}
        </dd>
      </div>
    </dl>
  )
}
