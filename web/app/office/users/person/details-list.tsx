import { type Text, verbatim } from '#contract/text.ts'
import type { Content } from '../../../shared/ui/content.ts'

/** Names and values in a grid; a value that is empty is a dash. */
export const DetailsList = ({ children }: { children: Content }) => (
  <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">{children}</dl>
)

type DetailProps = { name: Text; wide?: boolean; children: Content }

export const Detail = ({ name, wide = false, children }: DetailProps) => (
  <div className={wide ? 'bg-surface px-4 py-2.5 sm:col-span-2' : 'bg-surface px-4 py-2.5'}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="flex min-h-7 flex-wrap items-center gap-x-3 wrap-anywhere">
      {children || <span className="text-muted">{verbatim('–')}</span>}
    </dd>
  </div>
)
