import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlParams } from '../../shared/ui/use-url-params.ts'
import { focusedRow, rowShortcuts, useRowPosition } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage } from '../office-page.tsx'
import type { Decision } from './decision.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionList } from './transaction-list.tsx'
import { listQuery, pendingQuery } from './transactions-query.ts'
import {
  hasPendingSection,
  readTransactionsView,
  type TransactionsView,
  writeTransactionsView,
} from './transactions-view.ts'

export default function TransactionsPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readTransactionsView(params)
  const isSplit = hasPendingSection(view)
  const pending = useInfiniteQuery({ ...pendingQuery(view), enabled: isSplit })
  const list = useInfiniteQuery(listQuery(view))
  const [decision, setDecision] = useState<Decision | null>(null)
  const position = useRowPosition(view.transaction)

  const change = (changed: Partial<TransactionsView>) =>
    changeAddress((now) => writeTransactionsView({ ...readTransactionsView(now), ...changed }))
  const open = (transaction: string, next: Decision | null = null) => {
    setDecision(next)
    change({ transaction })
  }
  const close = () => {
    setDecision(null)
    change({ transaction: undefined })
  }

  /** Decides the open transaction, or else the one in the focused row. */
  const decide = (next: Decision) => () => {
    const id = view.transaction ?? focusedRow()?.dataset.row
    return id ? open(id, next) : false
  }
  useShortcuts({
    ...rowShortcuts({
      openId: view.transaction,
      position,
      onMove: (row) => view.transaction && row.dataset.row && open(row.dataset.row),
    }),
    a: decide('approve'),
    d: decide('decline'),
  })

  const [newest] = [...(pending.data?.pages ?? []), ...(list.data?.pages ?? [])].flatMap(({ items }) => items)
  const customerName = newest?.user.fullName
  const shared = { selected: view.transaction, onOpen: open }
  return (
    <OfficePage title="All Transactions">
      <TransactionFilters view={view} customerName={customerName} onChange={change} />
      {isSplit && <TransactionList title="Waiting for a decision" query={pending} showsAge {...shared} />}
      <TransactionList
        title={isSplit ? 'Decided' : view.status === 'Pending' ? 'Waiting for a decision' : 'Results'}
        showsAge={!isSplit}
        query={list}
        {...shared}
      />
      <DecisionPanel
        id={view.transaction}
        decision={decision}
        onDecisionChange={setDecision}
        onClose={close}
        onOpen={open}
      />
    </OfficePage>
  )
}
