import type { StatementTotals } from '#contract/documents/statements.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import type { Content } from '../ui/content.ts'
import { monthName } from '../ui/figures/month-name.ts'

type Props = {
  statements: readonly StatementTotals[]
  /** The month's name: a link where it has a page. */
  renderMonth: (statement: StatementTotals, name: Text) => Content
  renderAmount: (amount: number) => Content
  renderDownload: (statement: StatementTotals) => Content
}

/** Months under their years, newest first, each with its closing balance. */
export function StatementYears({ statements, ...row }: Props) {
  const years = Map.groupBy(statements, ({ month }) => month.slice(0, 4))
  return (
    <div className="grid gap-6">
      {[...years].map(([year, months]) => (
        <section key={year} aria-labelledby={`statements-${year}`} className="grid gap-2">
          <h2 id={`statements-${year}`} className="figures text-lg font-semibold">
            {verbatim(year)}
          </h2>
          <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
            {months.map((statement) => (
              <MonthRow key={statement.month} statement={statement} {...row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = Omit<Props, 'statements'> & { statement: StatementTotals }

function MonthRow({ statement, renderMonth, renderAmount, renderDownload }: RowProps) {
  const { month, count, closing, final } = statement
  return (
    <li className="relative flex items-center gap-x-3 border-t border-line py-2.5 pe-2 ps-5 transition-colors first:border-t-0 hover:bg-ink/3 sm:pe-4 sm:ps-6">
      <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[1fr_auto] sm:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5">
            {renderMonth(statement, monthName(month, 'month'))}
            {!final && (
              <span className="rounded-full bg-sunken px-2.5 py-0.5 text-[0.8125rem] font-medium">{t('So far')}</span>
            )}
          </p>
          <p className="text-sm text-muted">{transactionCount(count)}</p>
        </div>
        <p className="sm:text-end">
          <span className="font-semibold">{renderAmount(closing)}</span>
          <span className="text-sm text-muted max-sm:ms-2 sm:block">
            {final ? t('closing balance') : t('booked balance')}
          </span>
        </p>
      </div>
      <div className="relative shrink-0">{renderDownload(statement)}</div>
    </li>
  )
}

export const transactionCount = (count: number) =>
  count === 0 ? t('No transactions') : t('{count, plural, one {# transaction} other {# transactions}}', { count })
