import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatNumber, t } from '../../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { useOpenByLink } from '../../../shared/ui/page/use-open-by-link.ts'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { rowShortcuts } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../../layout/office-page.tsx'
import { PageLinks } from '../../layout/page-links.tsx'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { USER_STATUS_NAMES } from '../../parts/user-status-names.ts'
import { SavedFiltersMenu } from '../../saved-filters/saved-filters-menu.tsx'
import { TagFilter } from '../../tags/tag-filter.tsx'
import { AddCustomerDialog } from './add-customer-dialog.tsx'
import { FilterSelect } from './filter-select.tsx'
import {
  isNarrowed,
  PAGE_SIZES,
  readUsersView,
  savedPeople,
  type UsersView,
  usersQuery,
  writeUsersView,
} from './users-query.ts'
import { UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readUsersView(params)
  const users = useQuery(usersQuery(view))
  const mayAdd = useHasPermission('people:edit')
  const [adding, setAdding] = useOpenByLink('add')
  useShortcuts(rowShortcuts())
  const total = users.data?.total ?? null
  // Every change of a filter starts at the first page.
  const change = (changed: Partial<UsersView>) =>
    changeAddress((now) => writeUsersView({ ...readUsersView(now), page: 1, ...changed }))
  return (
    <OfficePage
      title={t('Users')}
      beside={users.data && <UserCount total={total} isNarrowed={isNarrowed(view)} />}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <SavedFiltersMenu view={savedPeople(view)} />
          {mayAdd && (
            <Button onClick={() => setAdding(true)}>
              <UserPlus aria-hidden className="size-4.5" />
              {t('Add a customer')}
            </Button>
          )}
        </div>
      }
    >
      <UserFilters view={view} onChange={change} />
      <div className={classNames(panelClass, 'overflow-clip')}>
        <UsersTable query={users} firstNumber={(view.page - 1) * view.pageSize + 1} view={view} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageLinks
          label={t('Pages of users')}
          page={view.page}
          pages={total === null ? null : Math.ceil(total / view.pageSize)}
          hasNext={users.data?.hasNext ?? false}
          hrefOf={(page) => `?${writeUsersView({ ...view, page })}`}
        />
        <FilterSelect
          label={t('Users per page')}
          options={PAGE_SIZES.map((size) => ({ value: String(size), name: t('{size} per page', { size }) }))}
          value={String(view.pageSize)}
          onChange={(size) => change({ pageSize: Number(size) })}
        />
      </div>
      <AddCustomerDialog open={adding && mayAdd} onClose={() => setAdding(false)} />
    </OfficePage>
  )
}

type FilterProps = { view: UsersView; onChange: (changed: Partial<UsersView>) => void }

/** All filters are in the URL, so that a list can be bookmarked: 'Pending' is the queue of new accounts. */
function UserFilters({ view, onChange }: FilterProps) {
  const options = (all: Text, names: Record<string, TextId>) => [
    { value: '', name: all },
    ...Object.entries(names).map(([value, name]) => ({ value, name: t(name) })),
  ]
  return (
    <search className="flex flex-wrap gap-2.5">
      <div className="flex min-w-full sm:min-w-72 sm:flex-1">
        <SearchBox
          label={t('Search by email, name, phone or account number')}
          placeholder={t('Email, name, phone or account number')}
          search={view.search}
          onSearch={(search) => onChange({ search })}
        />
      </div>
      <FilterSelect
        label={t('Status')}
        options={options(t('All statuses'), USER_STATUS_NAMES)}
        value={view.status ?? ''}
        onChange={(status) => onChange({ status: (status || undefined) as UsersView['status'] })}
      />
      <FilterSelect
        label={t('Role')}
        options={options(t('All roles'), ROLE_NAMES)}
        value={view.role ?? ''}
        onChange={(role) => onChange({ role: (role || undefined) as UsersView['role'] })}
      />
      <TagFilter
        tag={view.tag}
        onChange={(tag) => onChange({ tag })}
        className="min-w-34 flex-1 sm:w-44 sm:flex-none"
      />
      {view.tag && (
        <div className="w-full">
          <FilterChip onRemove={() => onChange({ tag: undefined })}>
            {t('Tag: {tag}', { tag: verbatim(view.tag) })}
          </FilterChip>
        </div>
      )}
    </search>
  )
}

function UserCount({ total, isNarrowed }: { total: number | null; isNarrowed: boolean }) {
  return (
    <p role="status" className="figures text-muted">
      {countText(total, isNarrowed)}
    </p>
  )
}

const MOST_COUNTED = 10_000

function countText(total: number | null, isNarrowed: boolean): Text {
  const count = formatNumber(total ?? MOST_COUNTED)
  if (isNarrowed) return t(total === null ? msg('more than {count} found') : msg('{count} found'), { count })
  if (total === null) return t('more than {count} users', { count })
  return t('{count, plural, one {# user} other {# users}}', { count: total })
}
