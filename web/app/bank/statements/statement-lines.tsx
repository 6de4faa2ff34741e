// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses its implicit roles

import { useState } from 'react'
import type { Statement, StatementLine } from '#contract/documents/statements.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { translateApiText } from '../../shared/i18n/api-texts.ts'
import { formatDate, formatNumber, inEnglish, t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { MONTHS } from '../../shared/ui/figures/dates.ts'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { cardClass } from '../page.tsx'

/** A phone takes seconds to lay out ten thousand rows, so most are shown on request. */
const SHOWN_AT_FIRST = 200

export function StatementLines({
  statement: { transactions, opening, closing, final, month },
}: {
  statement: Statement
}) {
  const [all, setAll] = useState(false)
  if (transactions.length === 0)
    return (
      <div className={classNames(cardClass, 'px-6 py-12 text-center')}>
        <p className="font-display text-xl">{t('No transactions')}</p>
        <p className="mt-2 text-muted">{t('Nothing was booked in this month.')}</p>
      </div>
    )
  const shown = all ? transactions : transactions.slice(0, SHOWN_AT_FIRST)
  const hidden = transactions.length - shown.length
  return (
    <div className={classNames(cardClass, 'overflow-hidden print:shadow-none')}>
      <table
        role="table"
        aria-label={t('Transactions of {month}', { month: verbatim(month) })}
        className="w-full max-md:block"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-line text-start text-sm text-muted">
            <Head>{t('Booked||date')}</Head>
            <Head>{t('Description')}</Head>
            <Head className="text-end">{t('Amount')}</Head>
            <Head className="text-end">{t('Balance')}</Head>
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          <BalanceRow name={t('Opening balance')} amount={opening} />
          {shown.map((line) => (
            <Line key={line.number} line={line} />
          ))}
          {hidden === 0 && <BalanceRow name={final ? t('Closing balance') : t('Balance so far')} amount={closing} />}
        </tbody>
      </table>
      {hidden > 0 && (
        <div className="border-t border-line p-4 text-center">
          <Button variant="secondary" onClick={() => setAll(true)}>
            {t('Show {hidden} more', { hidden: formatNumber(hidden) })}
          </Button>
        </div>
      )}
    </div>
  )
}

const Head = ({ children, className }: { children: Text; className?: string }) => (
  <th role="columnheader" scope="col" className={classNames('px-3 py-3 font-medium first:ps-6 last:pe-6', className)}>
    {children}
  </th>
)

const rowClass = classNames(
  'border-b border-line last:border-b-0 break-inside-avoid',
  'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-5 max-md:py-3.5',
)
const cellClass = 'align-top md:px-3 md:py-3 md:first:ps-6 md:last:pe-6'

/** What the API calls lines; the name of a cryptocurrency stays as it is. */
const DESCRIPTIONS = [
  msg('Wire transfer'),
  msg('Cryptocurrency'),
  msg('Internal transfer'),
  msg('Adjustment by the bank'),
  msg('Between own accounts'),
  msg('Return of {reference}'),
  msg('Reversal of {reference}'),
]

function Line({ line }: { line: StatementLine }) {
  const { bookedOn, valueOn, description, reference, message, counterparty, amount, balance } = line
  const name = counterparty?.accountName
  const what = translateApiText(description, DESCRIPTIONS)
  return (
    <tr role="row" className={rowClass}>
      <td
        role="cell"
        className={classNames(cellClass, 'figures order-3 whitespace-nowrap max-md:text-sm max-md:text-muted')}
      >
        {shortDay(bookedOn)}
        {valueOn !== bookedOn && (
          <span className="text-sm text-muted max-md:before:content-['·_'] md:block">
            {t('Value date {valueOn}', { valueOn: shortDay(valueOn) })}
          </span>
        )}
      </td>
      <td role="cell" className={classNames(cellClass, 'order-1 min-w-0 md:w-full')}>
        <span className="font-medium wrap-anywhere">{name || what}</span>
        <span className="block text-sm text-muted">
          {name && what}
          {name && verbatim('\u00a0· ')}
          <span className="figures whitespace-nowrap">
            <LeftToRight>{reference}</LeftToRight>
          </span>
        </span>
        {message && <bdi className="block text-sm wrap-anywhere text-muted">{message}</bdi>}
      </td>
      <td role="cell" className={classNames(cellClass, 'order-2 text-end whitespace-nowrap')}>
        <HideableAmount amount={amount} signed className="font-semibold" />
      </td>
      <td
        role="cell"
        className={classNames(cellClass, 'order-4 text-end whitespace-nowrap max-md:text-sm max-md:text-muted')}
      >
        <span className="sr-only md:hidden">
          {t('Balance')}
          {verbatim(' ')}
        </span>
        <HideableAmount amount={balance} />
      </td>
    </tr>
  )
}

const BalanceRow = ({ name, amount }: { name: Text; amount: number }) => (
  <tr role="row" className={classNames(rowClass, 'bg-sunken/60')}>
    <th role="rowheader" scope="row" colSpan={3} className={classNames(cellClass, 'text-start font-medium')}>
      {name}
    </th>
    <td role="cell" className={classNames(cellClass, 'text-end font-semibold whitespace-nowrap')}>
      <HideableAmount amount={amount} />
    </td>
  </tr>
)

/** 'Oct 5', or 'Dec 31, 2025': days of the bank, so without a time zone. */
const shortDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  const isCurrent = year === new Date().getFullYear()
  if (!inEnglish()) {
    const parts = { day: 'numeric', month: 'short', year: isCurrent ? undefined : 'numeric', timeZone: 'UTC' } as const
    return formatDate(new Date(day), parts)
  }
  return verbatim(`${MONTHS[(month ?? 1) - 1]} ${date}${isCurrent ? '' : `, ${year}`}`)
}
