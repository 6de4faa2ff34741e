import { Amount } from '../../shared/ui/amount.tsx'
import { BankCard } from '../../shared/ui/bank-card.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { transactionDate } from '../../shared/ui/transaction-date.ts'
import { type SampleTransaction, sampleTransactions } from './sample-account.ts'

export function SampleMonth() {
  return (
    <section
      aria-labelledby="sample"
      className="measure grid grid-cols-1 gap-14 py-20 lg:grid-cols-[0.8fr_1.5fr] lg:items-center lg:py-28"
    >
      <div className="grid gap-8">
        <div className="grid gap-4">
          <h2 id="sample" className="display text-[clamp(2rem,4.4vw,3.1rem)]">
            A month reads like this.
          </h2>
          <p className="max-w-md text-lg text-muted">
            In green what came, in red what went, and one word for where it stands. These figures are samples.
          </p>
        </div>
        <div aria-hidden="true">
          <BankCard className="w-full max-w-sm" />
        </div>
      </div>
      <table className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface px-4 text-left shadow-card sm:px-7">
        <caption className="sr-only">Sample transactions</caption>
        <thead className="text-sm text-muted max-sm:sr-only">
          <tr>
            {['Date', 'Type', 'Amount', 'Status'].map((column) => (
              <th key={column} scope="col" className="py-4 font-medium nth-3:pr-8 nth-3:text-right">
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

function Row({ title, type, amount, status, at }: SampleTransaction) {
  const cell = 'sm:border-t sm:border-line sm:py-4'
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 py-4 not-first:border-t not-first:border-line sm:table-row">
      <td className={`${cell} order-3 self-center text-[0.8125rem] whitespace-nowrap text-muted sm:pr-6 sm:text-sm`}>
        <time dateTime={at}>{transactionDate(at)}</time>
      </td>
      <td className={`${cell} order-1`}>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{type}</span>
      </td>
      <td className={`${cell} order-2 text-right font-medium sm:pr-8`}>
        <Amount dollars={amount} signed />
      </td>
      <td className={`${cell} order-4 text-right sm:text-left`}>
        <StatusBadge status={status} />
      </td>
    </tr>
  )
}
