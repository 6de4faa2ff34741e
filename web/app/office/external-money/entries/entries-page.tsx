import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { rowShortcuts, useRowPosition } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { StatementSummary } from '../statements/statement-summary.tsx'
import { BookCertain } from './book-certain.tsx'
import { entriesQuery, externalAccountsQuery, statementQuery } from './entries-query.ts'
import { type EntriesView, listedStates, readEntriesView, writeEntriesView } from './entries-view.ts'
import { EntryFilters } from './entry-filters.tsx'
import { EntryList } from './entry-list.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { isOpen } from './entry-targets.ts'
import { useEntryPanel } from './use-entry-panel.ts'

/** The worklist: every entry of every statement that staff have to decide, and what was decided. */
export default function EntriesPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readEntriesView(params)
  const canManage = useHasPermission('outside:manage')
  const edit = (push: boolean) => (changed: Partial<EntriesView>) =>
    changeAddress((now) => writeEntriesView({ ...readEntriesView(now), ...changed }), { push })
  const lists = useEntryLists(view)
  const openIds = lists.flatMap(({ entries }) => entries ?? []).flatMap((entry) => (isOpen(entry) ? [entry._id] : []))
  const panel = useEntryPanel({ openId: view.entry, waitingIds: openIds, onChange: (entry) => edit(false)({ entry }) })
  const position = useRowPosition(view.entry)
  useShortcuts(
    rowShortcuts({
      openId: view.entry,
      position,
      onMove: (row) => view.entry && row.dataset.row && panel.open(row.dataset.row),
    }),
  )
  const statement = useQuery({ ...statementQuery(view.statement ?? ''), enabled: view.statement !== undefined }).data
  const accounts = useQuery({ ...externalAccountsQuery, enabled: useHasPermission('outside:read') }).data ?? []
  const showsAccount = accounts.length > 1 && !view.account && !view.statement
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <EntryFilters
        view={view}
        statement={statement}
        onChange={edit(true)}
        onSearch={(search) => edit(false)({ search, entry: undefined })}
      />
      {statement && <StatementSummary statement={statement} />}
      {lists.map(({ state, query, entries }) => (
        <EntryList
          key={state ?? 'all'}
          state={state}
          query={query}
          entries={entries}
          selected={view.entry}
          canManage={canManage}
          showsAccount={showsAccount}
          onOpen={panel.open}
          actions={state === 'matched' && canManage && <BookCertain view={view} />}
        />
      ))}
      <EntryPanel id={view.entry} canManage={canManage} {...panel.props} />
    </div>
  )
}

/** Up to three lists; the hooks are always called, in the same order. */
function useEntryLists(view: EntriesView) {
  const [first, second, third] = listedStates(view)
  const count = listedStates(view).length
  const queries = [
    useInfiniteQuery(entriesQuery(view, first)),
    useInfiniteQuery({ ...entriesQuery(view, second), enabled: count > 1 }),
    useInfiniteQuery({ ...entriesQuery(view, third), enabled: count > 2 }),
  ]
  return listedStates(view).flatMap((state, index) => {
    const query = queries[index]
    return query ? [{ state, query, entries: query.data?.pages.flatMap(({ items }) => items) }] : []
  })
}
