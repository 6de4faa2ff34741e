import { sampleAmount } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { StatusBadge } from '../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { transactionDate } from '../../shared/ui/figures/transaction-date.ts'
import { type SampleTransaction, sampleMonth, sampleTransactions } from './sample-account.ts'

export function SampleMonth() {
  return (
    <section
      aria-labelledby="sample"
      className="measure grid grid-cols-1 gap-14 py-20 lg:grid-cols-[0.8fr_1.5fr] lg:items-center lg:py-28"
    >
      <div className="grid gap-8">
        <div className="grid gap-4">
          <h2 id="sample" className="display text-[clamp(2rem,4.4vw,3.1rem)]">
            {t('A month at a glance.')}
          </h2>
          <p className="max-w-md text-lg text-muted">
            {t(
              'Money in is green, money out is red, and every transaction has a clear status. The figures are examples.',
            )}
          </p>
        </div>
        <dl className="flex max-w-md flex-wrap gap-4">
          <MonthlySum name={t('Monthly Income')} amount={sampleMonth.income} />
          <MonthlySum name={t('Monthly Spent')} amount={sampleMonth.spent} />
        </dl>
      </div>
      <table className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface px-4 text-start shadow-card sm:px-7">
        <caption className="sr-only">{t('Sample transactions')}</caption>
        <thead className="text-sm text-muted max-sm:sr-only">
          <tr>
            {[t('Date'), t('Type'), t('Amount'), t('Status')].map((column) => (
              <th key={column} scope="col" className="py-4 font-medium nth-3:pe-8 nth-3:text-end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sampleTransactions.map((transaction) => (
            <Row key={transaction.title} {...transaction} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MonthlySum({ name, amount }: { name: Text; amount: number }) {
  return (
    <div className="grid flex-1 gap-1 border-t-2 border-ink pt-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Amount amount={sampleAmount(amount)} className="font-display text-2xl tracking-[-0.01em] sm:text-3xl" />
      </dd>
    </div>
  )
}

function Row({ title, detail, type, amount, status, at }: SampleTransaction) {
  const cell = 'sm:border-t sm:border-line sm:py-4'
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 py-4 not-first:border-t not-first:border-line sm:table-row">
      <td
        className={`${cell} order-3 self-center text-[0.8125rem] min-[22.4rem]:whitespace-nowrap text-muted sm:pe-6 sm:text-sm`}
      >
        <time dateTime={at}>{transactionDate(at)}</time>
      </td>
      <td className={`${cell} order-1 wrap-anywhere`}>
        <span className="block font-medium">{t(title)}</span>
        <span className="block text-sm text-muted">{t(type)}</span>
        {detail && <span className="figures block text-sm whitespace-nowrap text-muted">{detail}</span>}
      </td>
      <td className={`${cell} order-2 text-end font-medium sm:pe-8`}>
        <Amount amount={sampleAmount(amount)} signed />
      </td>
      <td className={`${cell} order-4 text-end sm:text-start`}>
        <StatusBadge status={status} />
      </td>
    </tr>
  )
}
