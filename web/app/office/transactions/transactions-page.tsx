import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminTransaction } from '#contract/transactions.ts'
import type { Page } from '../../shared/api/call.ts'
import { useAddressParams } from '../../shared/ui/use-address-params.ts'
import { rowInFocus, rowShortcuts, usePlace } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage } from '../office-page.tsx'
import type { Decision } from './decision-form.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionList } from './transaction-list.tsx'
import { listQuery, waitingQuery } from './transactions-query.ts'
import { isSplit, readTransactionsView, type TransactionsView, writeTransactionsView } from './transactions-view.ts'

export type Transactions = UseInfiniteQueryResult<InfiniteData<Page<AdminTransaction[]>>>

export default function TransactionsPage() {
  const [params, changeAddress] = useAddressParams()
  const view = readTransactionsView(params)
  const split = isSplit(view)
  const waiting = useInfiniteQuery({ ...waitingQuery(view), enabled: split })
  const list = useInfiniteQuery(listQuery(view))
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const place = usePlace(view.transaction)

  const change = (changed: Partial<TransactionsView>) =>
    changeAddress((now) => writeTransactionsView({ ...readTransactionsView(now), ...changed }))
  const open = (transaction: string, decision: Decision | null = null) => {
    setDeciding(decision)
    change({ transaction })
  }
  const close = () => {
    setDeciding(null)
    change({ transaction: undefined })
  }

  /** On the open one, or on the row the keyboard is in. */
  const decide = (decision: Decision) => () => {
    const id = view.transaction ?? rowInFocus()?.dataset.row
    return id ? open(id, decision) : false
  }
  useShortcuts({
    ...rowShortcuts({
      open: view.transaction,
      place,
      onMove: (row) => view.transaction && row.dataset.row && open(row.dataset.row),
    }),
    a: decide('approve'),
    d: decide('decline'),
  })

  const shared = { selected: view.transaction, onOpen: open }
  return (
    <OfficePage title="All Transactions">
      <TransactionFilters view={view} onChange={change} />
      {split && <TransactionList title="Waiting for a decision" query={waiting} aged {...shared} />}
      <TransactionList
        title={split ? 'Decided' : view.status === 'Pending' ? 'Waiting for a decision' : 'Found'}
        aged={!split}
        query={list}
        {...shared}
      />
      <DecisionPanel id={view.transaction} deciding={deciding} onDeciding={setDeciding} onClose={close} onOpen={open} />
    </OfficePage>
  )
}
