import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { ComponentProps, Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

/*
 * Tables that become cards on a phone. Explicit roles keep the table semantics, which display: grid removes.
 */

export function Table({ label, busy, head, children }: TableProps) {
  return (
    <table
      // biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards
      role="table"
      aria-label={label}
      aria-busy={busy || undefined}
      className={classNames('w-full transition-opacity max-lg:block', busy && 'opacity-60')}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards */}
      <thead role="rowgroup" className="bg-surface max-lg:sr-only lg:sticky lg:top-0 lg:z-2">
        {/* biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards */}
        <tr role="row" className="border-b border-line text-sm text-muted">
          {head}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards */}
      <tbody role="rowgroup" className="max-lg:block">
        {children}
      </tbody>
    </table>
  )
}
type TableProps = { label: Text; busy?: boolean; head: Content; children: Content }

export const Head = ({ children, className }: { children: Content; className?: string }) => (
  <th
    // biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards
    role="columnheader"
    scope="col"
    className={classNames('px-2.5 py-1.5 font-medium first:ps-5 last:pe-5', className)}
  >
    {children}
  </th>
)

/** A grid on narrow screens; `className` places the cells in it. */
export const Row = ({ children, className, ...row }: ComponentProps<'tr'>) => (
  <tr
    // biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards
    role="row"
    {...row}
    className={classNames(
      'relative border-b border-line transition-colors last:border-b-0 hover:bg-ink/3',
      'max-lg:grid max-lg:gap-x-4 max-lg:gap-y-1 max-lg:px-5 max-lg:py-3.5',
      className,
    )}
  >
    {children}
  </tr>
)

export const Cell = ({ children, className, ...cell }: ComponentProps<'td'>) => (
  <td
    // biome-ignore lint/a11y/noRedundantRoles: kept when laid out as cards
    role="cell"
    {...cell}
    className={classNames('lg:h-10.5 lg:px-2.5 lg:py-0.75 lg:first:ps-5 lg:last:pe-5', className)}
  >
    {children}
  </td>
)

/** The row's button covers the whole row, so that a click anywhere opens it. */
export const coversRow = classNames(
  'after:absolute after:inset-0 focus-visible:outline-none',
  'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
)

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="grid gap-4 p-5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="h-5 w-1/4" />
          <Skeleton className="h-5 w-1/3 max-sm:hidden" />
          <Skeleton className="ms-auto h-5 w-20" />
        </div>
      ))}
      <span className="text-sm text-muted">{t('Loading...')}</span>
    </div>
  )
}

type TableErrorProps = { text: Text | undefined; onRetry: () => void; busy: boolean }

export function TableError({ text, onRetry, busy }: TableErrorProps) {
  return (
    <div className="grid justify-items-start gap-4 p-6">
      {text && (
        <p role="alert" className="font-medium text-negative">
          {text}
        </p>
      )}
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

export function TableEmpty({ title, children }: { title: Text; children?: Content }) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <p className="font-display text-xl">{title}</p>
      {children}
    </div>
  )
}
