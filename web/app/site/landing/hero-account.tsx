import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { Amount } from '../../shared/ui/amount.tsx'
import { BankCard } from '../../shared/ui/bank-card.tsx'
import { type SampleTransaction, sampleBalance, sampleTransactions } from './sample-account.ts'

/** What the dashboard looks like, with sample figures: the card behind, the balance in front, the latest lines below. */
export function HeroAccount() {
  return (
    <figure aria-label="A sample account" className="relative mx-auto w-full max-w-[33rem]">
      <div aria-hidden="true" className="relative isolate">
        <div className="absolute -top-[9%] -right-[7%] -z-10 aspect-square w-[62%] rounded-full bg-sun/20" />
        <BankCard number="" className="ml-auto w-[80%]" />
        <div className="relative -mt-[29%] w-[84%] sm:-mt-[21%] rounded-card border border-line bg-surface p-5 shadow-lifted max-[22.4rem]:w-full sm:p-7">
          <Balance />
        </div>
        <ul className="relative mt-4 ml-auto w-[92%] max-[22.4rem]:w-full divide-y divide-line rounded-card border border-line bg-surface px-5 shadow-card">
          {sampleTransactions.slice(0, 3).map((transaction) => (
            <Line key={transaction.title} {...transaction} />
          ))}
        </ul>
      </div>
      <figcaption className="sr-only">
        A balance, a bank card and three transactions, as the dashboard shows them.
      </figcaption>
    </figure>
  )
}

function Balance() {
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between text-[0.9375rem]">
        <span className="font-medium">My Balance</span>
        <span className="figures text-positive">+{sampleBalance.increase}%</span>
      </div>
      <Amount
        dollars={sampleBalance.dollars}
        className="font-display text-[clamp(2.1rem,6vw,3.1rem)] leading-tight font-[480] tracking-[-0.02em]"
      />
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3 text-sm whitespace-nowrap text-muted">
        <span className="figures">
          <span className="max-sm:hidden">Account </span>
          {sampleBalance.accountNumber}
        </span>
        <span className="figures">$96.50 on hold</span>
      </div>
    </div>
  )
}

function Line({ title, amount, type }: SampleTransaction) {
  const Arrow = type === 'Deposit' ? ArrowDownLeft : ArrowUpRight
  return (
    <li className="flex items-center gap-3 py-3 text-[0.9375rem]">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink">
        <Arrow className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <Amount dollars={amount} signed className="font-medium" />
    </li>
  )
}
