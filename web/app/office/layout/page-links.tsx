import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'

type Props = {
  label: Text
  page: number
  /** Null when counting them would take too long. */
  pages: number | null
  hasNext: boolean
  hrefOf: (page: number) => string
}

/** Prev, the page numbers around the current page, Next. */
export function PageLinks({ label, page, pages, hasNext, hrefOf }: Props) {
  if (page === 1 && !hasNext && (pages ?? 1) <= 1) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-0.5 sm:gap-1">
      <Step href={page > 1 ? hrefOf(page - 1) : null}>
        <ChevronLeft aria-hidden className="size-4" />
        {t('Prev')}
      </Step>
      {pageNumbers(page, pages).map((number, index, all) => (
        <span key={number} className="flex items-center gap-1">
          {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
            <span aria-hidden="true" className="px-1 text-muted">
              {verbatim('…')}
            </span>
          )}
          <Link
            to={hrefOf(number)}
            replace
            preventScrollReset
            aria-label={t('Page {number}', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(
              'figures grid min-h-10 min-w-9 place-items-center rounded-full px-1.5 font-medium sm:min-w-10',
              number === page ? 'bg-ink text-paper' : 'text-muted hover:bg-ink/6 hover:text-ink',
            )}
          >
            {number}
          </Link>
        </span>
      ))}
      <Step href={hasNext ? hrefOf(page + 1) : null}>
        {t('Next')}
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  )
}

/** The first, the last, and two to either side: `1 … 6 7 8 9 10 … 13`. */
export function pageNumbers(page: number, pages: number | null): number[] {
  const last = pages ?? page
  const nearby = [page - 2, page - 1, page, page + 1, page + 2].filter((number) => number >= 1 && number <= last)
  return [...new Set([1, ...nearby, ...(pages ? [last] : [])])].filter((number) => number <= Math.max(last, page))
}

const stepClass = 'inline-flex min-h-10 items-center gap-0.5 rounded-full px-1.5 font-medium sm:px-3'

function Step({ href, children }: { href: string | null; children: Content }) {
  if (href === null)
    return (
      <span aria-disabled="true" className={classNames(stepClass, 'text-muted/60')}>
        {children}
      </span>
    )
  return (
    <Link to={href} replace preventScrollReset className={classNames(stepClass, 'text-ink hover:bg-ink/6')}>
      {children}
    </Link>
  )
}
