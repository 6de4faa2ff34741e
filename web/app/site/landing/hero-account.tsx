import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { formatMoney, sampleAmount } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { formatNumber, t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Amount } from '../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { type SampleTransaction, sampleBalance, sampleTransactions } from './sample-account.ts'
import { SampleMonthsChart } from './sample-months-chart.tsx'

/** The dashboard with sample figures: the chart behind, the balance in front, the latest transactions below. */
export function HeroAccount() {
  return (
    <figure aria-label={t('A sample account')} className="relative mx-auto w-full max-w-[33rem]">
      <div aria-hidden="true" className="relative isolate">
        <div className="absolute -top-[9%] -end-[7%] -z-10 aspect-square w-[62%] rounded-full bg-sun/20" />
        <Months />
        <div className="relative -mt-[12%] w-[84%] rounded-card border border-line bg-surface p-5 shadow-lifted max-[22.4rem]:w-full sm:p-7">
          <Balance />
        </div>
        <ul className="relative mt-4 ms-auto w-[92%] max-[22.4rem]:w-full divide-y divide-line rounded-card border border-line bg-surface px-5 shadow-card">
          {sampleTransactions.slice(0, 3).map((transaction) => (
            <TransactionRow key={transaction.title} {...transaction} />
          ))}
        </ul>
      </div>
      <figcaption className="sr-only">
        {t('A chart of income and spending, a balance, and three transactions, as the dashboard shows them.')}
      </figcaption>
    </figure>
  )
}

function Months() {
  return (
    <div className="ms-auto grid w-[80%] gap-5 rounded-card bg-brand px-5 pt-5 pb-[18%] text-on-brand shadow-lifted sm:px-7 sm:pt-6">
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
        <span className="flex items-center gap-2">
          <Trans text="<0/>Income" parts={[() => <span className="size-2.5 rounded-full bg-on-brand" />]} />
        </span>
        <span className="flex items-center gap-2">
          <Trans text="<0/>Spending" parts={[() => <span className="size-2.5 rounded-full bg-sun" />]} />
        </span>
      </div>
      <SampleMonthsChart className="h-auto w-full" />
    </div>
  )
}

function Balance() {
  const pending = sampleTransactions.find(({ status }) => status === 'Pending')
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between text-[0.9375rem]">
        <span className="font-medium">{t('My Balance')}</span>
        <span dir="ltr" className="figures text-positive">
          {verbatim('+')}
          {formatNumber(sampleBalance.increase)}
          {verbatim('%')}
        </span>
      </div>
      <Amount
        amount={sampleAmount(sampleBalance.amount)}
        className="font-display text-[clamp(2.1rem,6vw,3.1rem)] leading-tight font-[480] tracking-[-0.02em]"
      />
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3 text-sm whitespace-nowrap text-muted">
        <span className="figures">
          <span className="max-sm:hidden">
            {t('Account')}
            {verbatim(' ')}
          </span>
          <LeftToRight>{sampleBalance.accountNumber}</LeftToRight>
        </span>
        <span className="figures">
          {t('{sampleAmount} on hold', { sampleAmount: formatMoney(sampleAmount(-(pending?.amount ?? 0))) })}
        </span>
      </div>
    </div>
  )
}

function TransactionRow({ title, amount, type }: SampleTransaction) {
  const Arrow = type === 'Deposit' ? ArrowDownLeft : ArrowUpRight
  return (
    <li className="flex items-center gap-3 py-3 text-[0.9375rem]">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink">
        <Arrow className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 truncate">{t(title)}</span>
      <Amount amount={sampleAmount(amount)} signed className="font-medium" />
    </li>
  )
}
