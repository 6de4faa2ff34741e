import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Bell, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Transaction } from '#contract/transactions.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { transactionDate } from '../../shared/ui/transaction-date.ts'
import { useAmountsHidden } from '../amounts/use-amounts-hidden.ts'
import { recentTransactions } from '../transactions/transaction-queries.ts'

/** What the bank has decided lately. Asked for when it is opened. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label="Notifications"
        className="grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-ink/6"
      >
        <Bell aria-hidden className="size-5.5" strokeWidth={1.8} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={8} collisionPadding={12} className="z-40">
          <Popover.Popup className="w-[min(22rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-surface p-2 shadow-lifted outline-none motion-safe:animate-drop">
            <Popover.Title className="px-3 pt-2 pb-1 font-semibold">Notifications</Popover.Title>
            <Decisions onFollow={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Decisions({ onFollow }: { onFollow: () => void }) {
  const { data, isError } = useQuery(recentTransactions())
  const decided = data?.filter(({ status }) => status !== 'Pending')
  if (isError && !decided) return <p className="px-3 pt-1 pb-3 text-negative">Failed to load transactions.</p>
  if (!decided) return <Skeleton className="m-3 h-16" />
  if (decided.length === 0)
    return (
      <Popover.Description className="px-3 pt-1 pb-3 text-muted">
        Nothing new. Decisions on your transactions and answers from support will appear here.
      </Popover.Description>
    )
  return (
    <ul className="grid">
      {decided.map((transaction) => (
        <Decision key={transaction._id} transaction={transaction} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function Decision({ transaction, onFollow }: { transaction: Transaction; onFollow: () => void }) {
  const hidden = useAmountsHidden()
  const completed = transaction.status === 'Completed'
  const Icon = completed ? CircleCheck : CircleX
  const amount = hidden ? '' : ` of ${formatDollars(Math.abs(transaction.amount))}`
  return (
    <li>
      <Link
        to={`/dashboard/transactions?search=${encodeURIComponent(transaction.reference)}`}
        onClick={onFollow}
        className="flex gap-3 rounded-xl px-3 py-2.5 hover:bg-ink/5"
      >
        <Icon aria-hidden className={completed ? 'mt-0.5 size-5 text-positive' : 'mt-0.5 size-5 text-warning'} />
        <span className="grid min-w-0">
          <span className="figures">
            {transaction.type}
            {amount} {completed ? 'completed' : 'declined'}
          </span>
          <span className="figures text-sm text-muted">
            {transactionDate(transaction.bookedAt ?? transaction.createdAt)}
          </span>
        </span>
      </Link>
    </li>
  )
}
