import { ArrowRightLeft, TriangleAlert, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { TransactionCase } from '#contract/transaction-case.ts'
import { ago } from '../age.ts'
import { panelClass } from '../office-page.tsx'
import { useMe } from '../use-current-admin.ts'
import { UserStatus } from '../user-status.tsx'

/** Whose it is, and what they have now and then. */
export function PersonInCase({ found }: { found: TransactionCase }) {
  const { user, transaction } = found
  return (
    <section aria-label="Person" className="grid gap-3">
      <div className={`${panelClass} grid gap-3 p-4`}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <p className="font-semibold break-words">{user.fullName}</p>
            <p className="text-sm break-all text-muted">{user.email}</p>
            <p className="figures text-sm text-muted">Account {user.accountNumber}</p>
          </div>
          <UserStatus status={user.status} />
        </div>
        <Balances found={found} />
      </div>
      {transaction.proposedBy && transaction.status === 'Pending' && <Proposed found={found} />}
      {found.receiverName && <StaysInside found={found} />}
    </section>
  )
}

function Balances({ found: { user, transaction, balanceIfApproved, balanceIfDeclined } }: { found: TransactionCase }) {
  const waits = transaction.status === 'Pending'
  return (
    <dl className="grid gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      <Figure
        name={waits ? 'Balance before' : 'Balance now'}
        note={user.held > 0 && `${formatDollars(user.held)} on hold`}
      >
        {user.balance}
      </Figure>
      {waits && <Figure name="After approval">{balanceIfApproved}</Figure>}
      {waits && <Figure name="After a decline">{balanceIfDeclined}</Figure>}
    </dl>
  )
}

const Figure = ({ name, note, children }: { name: string; note?: ReactNode; children: number }) => (
  <div className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-baseline max-sm:gap-x-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="figures font-semibold">{formatDollars(children)}</dd>
    {note && <dd className="figures text-sm text-muted max-sm:col-span-2 max-sm:text-right">{note}</dd>}
  </div>
)

function Proposed({ found: { transaction } }: { found: TransactionCase }) {
  const me = useMe()
  const { proposedBy, proposedAt } = transaction
  const mine = proposedBy?._id === me._id
  return (
    <Notice icon={<UserRoundCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />}>
      <strong className="font-semibold">{mine ? 'You' : proposedBy?.fullName}</strong> proposed this{' '}
      {proposedAt && ago(proposedAt)}.{' '}
      {mine ? 'A second administrator must confirm it; you can still decline.' : 'It needs your confirmation.'}
    </Notice>
  )
}

/** The name that was typed is a claim; the account's holder is a fact. */
function StaysInside({ found: { receiverName, transaction } }: { found: TransactionCase }) {
  const typed = transaction.counterparty?.accountName ?? ''
  const same = typed.trim().toLowerCase() === receiverName?.trim().toLowerCase()
  const Icon = same ? ArrowRightLeft : TriangleAlert
  return (
    <Notice icon={<Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />}>
      Stays inside the bank: the account belongs to <strong className="font-semibold">{receiverName}</strong>.
      {!same && ` The sender wrote “${typed}”.`}
    </Notice>
  )
}

const Notice = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex gap-3 rounded-2xl bg-warning-soft px-4 py-3">
    {icon}
    <p className="min-w-0">{children}</p>
  </div>
)
