import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted, useHasPermission } from '../../../shared/session/permitted.tsx'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { focusedRow, rowShortcuts, useRowPosition } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { OfficePage } from '../../layout/office-page.tsx'
import { SavedFiltersMenu } from '../../saved-filters/saved-filters-menu.tsx'
import { personQuery } from '../../users/person/person-query.ts'
import type { Decision } from '../decision/decision.ts'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { useDecisionPanel } from '../decision/use-decision-panel.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { ListTools } from './list-tools.tsx'
import { savedTransactions } from './saved-transactions.ts'
import { Presets, TransactionFilters } from './transaction-filters.tsx'
import { TransactionList, type Transactions } from './transaction-list.tsx'
import { listQuery, pendingQuery } from './transactions-query.ts'
import {
  hasPendingSection,
  readTransactionsView,
  type TransactionsView,
  writeTransactionsView,
} from './transactions-view.ts'
import { useSelection } from './use-selection.ts'

type Bulk = { decision: Decision; transactions: AdminTransaction[] }

const waitingTitle = () => t('Waiting for a decision')

export default function TransactionsPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readTransactionsView(params)
  const canDecide = useHasPermission('money:decide')
  const isSplit = hasPendingSection(view)
  const pending = useInfiniteQuery({ ...pendingQuery(view), enabled: isSplit })
  const list = useInfiniteQuery(listQuery(view))
  const waiting = ((isSplit ? pending : list).data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ status }) => status === 'Pending')
  const waitingIds = waiting.map(({ _id }) => _id)
  const selection = useSelection(waitingIds)
  const [bulk, setBulk] = useState<Bulk | null>(null)

  const edit = (push: boolean) => (changed: Partial<TransactionsView>) =>
    changeAddress((now) => writeTransactionsView({ ...readTransactionsView(now), ...changed }), { push })
  const panel = useDecisionPanel({
    openId: view.transaction,
    waitingIds,
    onChange: (transaction) => edit(false)({ transaction }),
    reload: async () => {
      const { data } = await (isSplit ? pending : list).refetch()
      return (data?.pages ?? []).flatMap(({ items }) => items).filter(({ status }) => status === 'Pending')
    },
  })
  useTransactionShortcuts({ view, canDecide, open: panel.open, toggle: selection.toggle, waitingIds })

  const shared = { selected: view.transaction, onOpen: panel.open, selection: canDecide ? selection : null }
  const tools = <ListTools {...{ view, waitingIds }} selection={shared.selection} onChange={edit(true)} />
  const selected = waiting.filter(({ _id }) => selection.ids.has(_id))
  return (
    <OfficePage
      title={t('All Transactions')}
      beside={<Presets view={view} onChange={edit(true)} />}
      actions={<ListActions view={view} />}
    >
      <TransactionFilters
        view={view}
        customerName={useCustomerName(view.person, [pending, list])}
        onChange={edit(true)}
        onSearch={edit(false)}
      />
      {isSplit && <TransactionList title={waitingTitle()} query={pending} showsAge tools={tools} {...shared} />}
      <TransactionList
        title={isSplit ? t('Decided') : view.status === 'Pending' ? waitingTitle() : t('Results')}
        showsAge={!isSplit}
        query={list}
        tools={!isSplit && tools}
        {...shared}
      />
      {canDecide && (
        <BulkBar
          selected={selected}
          onDecide={(decision) => setBulk({ decision, transactions: selected })}
          onClear={() => selection.set([])}
        />
      )}
      {bulk && (
        <BulkDialog
          {...bulk}
          onCancel={() => setBulk(null)}
          onClose={() => {
            setBulk(null)
            selection.set([])
          }}
        />
      )}
      <DecisionPanel id={view.transaction} canDecide={canDecide} {...panel.props} />
    </OfficePage>
  )
}

const ListActions = ({ view }: { view: TransactionsView }) => (
  <div className="flex flex-wrap gap-2">
    <SavedFiltersMenu view={savedTransactions(view)} />
    <Permitted permission="audit:read">
      <ExportButton view={view} />
    </Permitted>
  </div>
)

/** The list of one person says whose it is. An empty one asks for the name, which is a recorded read of the person. */
function useCustomerName(id: string | undefined, queries: Transactions[]): Text | undefined {
  const [newest] = queries.flatMap(({ data }) => data?.pages ?? []).flatMap(({ items }) => items)
  const isEmpty = !newest && queries.every(({ isSuccess, isEnabled }) => isSuccess || !isEnabled)
  const { data } = useQuery({ ...personQuery(id ?? ''), enabled: id !== undefined && isEmpty })
  return newest?.user.fullName ?? data?.user.fullName
}

type ShortcutProps = {
  view: TransactionsView
  canDecide: boolean
  open: (id: string, decision?: Decision | null) => void
  toggle: (id: string, range: boolean) => void
  waitingIds: readonly string[]
}

function useTransactionShortcuts({ view, canDecide, open, toggle, waitingIds }: ShortcutProps) {
  const position = useRowPosition(view.transaction)
  /** Decides the open transaction, or else the one in the focused row. */
  const decide = (next: Decision) => () => {
    const id = view.transaction ?? focusedRow()?.dataset.row
    return id && canDecide ? open(id, next) : false
  }
  const select = (range: boolean) => () => {
    const id = focusedRow()?.dataset.row
    return id && canDecide && waitingIds.includes(id) ? toggle(id, range) : false
  }
  useShortcuts({
    ...rowShortcuts({
      openId: view.transaction,
      position,
      onMove: (row) => view.transaction && row.dataset.row && open(row.dataset.row),
    }),
    a: decide('approve'),
    d: decide('decline'),
    x: select(false),
    X: select(true),
  })
}
