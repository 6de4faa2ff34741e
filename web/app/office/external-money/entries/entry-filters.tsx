import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import { LISTED_ENTRY_STATES } from '#contract/external-money/match-reasons.ts'
import type { EntryCounts } from '#contract/external-money/statement-evidence.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatNumber, t } from '../../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { dayText } from '../layout/day-text.ts'
import { countsQuery, externalAccountsQuery } from './entries-query.ts'
import { type EntriesView, writeEntriesView } from './entries-view.ts'
import { STATE_NAMES } from './entry-state.tsx'

type Props = {
  view: EntriesView
  statement: BankStatement | undefined
  onChange: (changed: Partial<EntriesView>) => void
  onSearch: (search: string | undefined) => void
}

type Counts = EntryCounts | undefined

const countOf = (counts: Counts, state: EntriesView['state']): number | undefined => {
  if (!counts) return undefined
  if (state === undefined) return counts.open
  return state === 'all' ? Object.values(counts.states).reduce((sum, count) => sum + count, 0) : counts.states[state]
}

const STATES: { state: EntriesView['state']; name: TextId }[] = [
  { state: undefined, name: msg('To decide') },
  ...LISTED_ENTRY_STATES.map((state) => ({ state, name: STATE_NAMES[state] })),
  { state: 'all', name: msg('All') },
]

/** By state; and by the account or the statement that the page was opened with. */
export function EntryFilters({ view, statement, onChange, onSearch }: Props) {
  const { pathname } = useLocation()
  const accounts = useQuery({ ...externalAccountsQuery, enabled: useHasPermission('outside:read') }).data ?? []
  const counts = useQuery({ ...countsQuery(view), placeholderData: keepPreviousData }).data
  const account = accounts.find(({ _id }) => _id === view.account)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex min-w-0 grow basis-64 lg:max-w-sm">
        <SearchBox
          label={t('Search lines')}
          placeholder={t('Search text, name, amount, reference')}
          search={view.search ?? ''}
          onSearch={(search) => onSearch(search.trim() || undefined)}
        />
      </div>
      <nav
        aria-label={t('State')}
        className="relative flex max-w-full gap-1 overflow-x-auto rounded-full border border-line bg-surface p-1"
      >
        {STATES.map(({ state, name }) => (
          <Link
            key={name}
            to={`${pathname}?${writeEntriesView({ ...view, entry: undefined, state })}`}
            preventScrollReset
            aria-current={state === view.state ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-9 items-center rounded-full px-3.5 text-[0.9375rem] font-medium whitespace-nowrap focus-visible:-outline-offset-2',
              state === view.state ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
            )}
          >
            {t(name)}
            <Count count={countOf(counts, state)} />
          </Link>
        ))}
      </nav>
      {view.account && (
        <FilterChip onRemove={() => onChange({ account: undefined })}>{account?.name ?? t('One account')}</FilterChip>
      )}
      {view.statement && (
        <FilterChip onRemove={() => onChange({ statement: undefined })}>
          {statement
            ? t('{name}, {from} to {to}', {
                name: statement.account.name,
                from: dayText(statement.from),
                to: dayText(statement.to),
              })
            : t('One statement')}
        </FilterChip>
      )}
    </div>
  )
}

/** Beside the name of a state; nothing while it is not known. */
const Count = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <span className="figures ms-1.5 rounded-full bg-ink/8 px-1.5 text-xs font-semibold">{formatNumber(count)}</span>
  )
