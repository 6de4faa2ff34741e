import type { ReactNode } from 'react'
import type { TransactionCase } from '#contract/transaction-case.ts'
import type { AdminTransaction } from '#contract/transactions.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { officeDate } from '../format-date.ts'

const METHODS: Record<AdminTransaction['method'], string> = {
  wire: 'Wire transfer',
  bank: 'Wire transfer',
  crypto: 'Cryptocurrency',
  internal: 'Inside the bank',
  adjustment: 'Fund or debit by an administrator',
}

export function CaseFacts({ found: { transaction } }: { found: TransactionCase }) {
  const { crypto, counterparty } = transaction
  return (
    <section aria-label="Details">
      <h3 className="mb-2 font-semibold">Details</h3>
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <Fact name="Transaction ID">
          <span className="figures text-sm break-all">{transaction._id}</span>
          <CopyButton text={transaction._id} />
        </Fact>
        <Fact name="Reference">{transaction.reference}</Fact>
        <Fact name="Method">{METHODS[transaction.method]}</Fact>
        {crypto && <Fact name="Amount due">{`${crypto.amountDue} ${crypto.currency}`}</Fact>}
        {crypto && <Fact name="Rate per dollar">{crypto.rate}</Fact>}
        <Fact name={transaction.type === 'Transfer' ? 'Paid to' : 'Received from'}>{counterparty?.accountName}</Fact>
        <Fact name="Account number">{counterparty?.accountNumber}</Fact>
        <Fact name="Bank">{counterparty?.bankName}</Fact>
        <Fact name="IBAN">{counterparty?.iban}</Fact>
        <Fact name="SWIFT code">{counterparty?.swiftCode}</Fact>
        <Fact name="Value date">{officeDate(transaction.createdAt)}</Fact>
        <Fact name="Submitted">{officeDate(transaction.submittedAt)}</Fact>
        <Fact name="Booked">{transaction.bookedAt && officeDate(transaction.bookedAt)}</Fact>
        <Fact name="Note">{transaction.note}</Fact>
        <Fact name="Proposed by">{transaction.proposedBy?.fullName}</Fact>
        <Fact name={transaction.status === 'Declined' ? 'Declined by' : 'Approved by'}>
          {transaction.decidedBy && transaction.decidedAt && (
            <>
              {transaction.decidedBy.fullName}, {officeDate(transaction.decidedAt)}
            </>
          )}
        </Fact>
        <Fact name="Reason">{transaction.reason}</Fact>
      </dl>
    </section>
  )
}

/** What is not there is not shown. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 bg-surface px-4 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-right font-medium break-words">
        {children}
      </dd>
    </div>
  )
}
