import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { rowShortcuts, useRowPosition } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { linesQuery, outsideAccountsQuery, statementQuery } from './entries-query.ts'
import { type LinesView, listedStates, readLinesView, writeLinesView } from './entries-view.ts'
import { LineFilters } from './entry-filters.tsx'
import { LineList } from './entry-list.tsx'
import { LinePanel } from './entry-panel.tsx'
import { isOpen } from './entry-targets.ts'
import { useLinePanel } from './use-entry-panel.ts'

/** The worklist: every line of every statement that staff have to decide, and what was decided. */
export default function LinesPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readLinesView(params)
  const canManage = useHasPermission('outside:manage')
  const edit = (push: boolean) => (changed: Partial<LinesView>) =>
    changeAddress((now) => writeLinesView({ ...readLinesView(now), ...changed }), { push })
  const lists = useLineLists(view)
  const openIds = lists.flatMap(({ lines }) => lines ?? []).flatMap((line) => (isOpen(line) ? [line._id] : []))
  const panel = useLinePanel({ openId: view.line, waitingIds: openIds, onChange: (line) => edit(false)({ line }) })
  const position = useRowPosition(view.line)
  useShortcuts(
    rowShortcuts({
      openId: view.line,
      position,
      onMove: (row) => view.line && row.dataset.row && panel.open(row.dataset.row),
    }),
  )
  const statement = useQuery({ ...statementQuery(view.statement ?? ''), enabled: view.statement !== undefined }).data
  const accounts = useQuery(outsideAccountsQuery).data ?? []
  const showsAccount = accounts.length > 1 && !view.account && !view.statement
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <LineFilters view={view} statement={statement} onChange={edit(true)} />
      {lists.map(({ state, query, lines }) => (
        <LineList
          key={state ?? 'all'}
          state={state}
          query={query}
          lines={lines}
          selected={view.line}
          canManage={canManage}
          showsAccount={showsAccount}
          onOpen={panel.open}
        />
      ))}
      <LinePanel id={view.line} canManage={canManage} {...panel.props} />
    </div>
  )
}

/** Up to three lists; the hooks are always called, in the same order. */
function useLineLists(view: LinesView) {
  const [first, second, third] = listedStates(view)
  const count = listedStates(view).length
  const queries = [
    useInfiniteQuery(linesQuery(view, first)),
    useInfiniteQuery({ ...linesQuery(view, second), enabled: count > 1 }),
    useInfiniteQuery({ ...linesQuery(view, third), enabled: count > 2 }),
  ]
  return listedStates(view).flatMap((state, index) => {
    const query = queries[index]
    return query ? [{ state, query, lines: query.data?.pages.flatMap(({ items }) => items) }] : []
  })
}
