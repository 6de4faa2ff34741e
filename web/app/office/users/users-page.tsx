import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ROLES } from '#contract/permissions.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../office-page.tsx'
import { PageLinks } from '../page-links.tsx'
import { SearchBox } from '../search-box.tsx'
import { FilterSelect } from './filter-select.tsx'
import {
  isNarrowed,
  PAGE_SIZES,
  readUsersView,
  STATUS_OPTIONS,
  type UsersView,
  usersQuery,
  writeUsersView,
} from './users-query.ts'
import { UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const [params, setParams] = useSearchParams()
  const view = readUsersView(params)
  const users = useQuery(usersQuery(view))
  useShortcuts(rowShortcuts())
  const total = users.data?.total ?? null
  // Every change of a filter starts at the first page.
  const change = (changed: Partial<UsersView>) =>
    setParams((now) => writeUsersView({ ...readUsersView(now), page: 1, ...changed }), { replace: true })
  return (
    <OfficePage title="Users" beside={users.data && <UserCount total={total} isNarrowed={isNarrowed(view)} />}>
      <UserFilters view={view} onChange={change} />
      <div className={classNames(panelClass, 'overflow-hidden')}>
        <UsersTable query={users} firstNumber={(view.page - 1) * view.pageSize + 1} view={view} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageLinks
          label="Pages of users"
          page={view.page}
          pages={total === null ? null : Math.ceil(total / view.pageSize)}
          hasNext={users.data?.hasNext ?? false}
          hrefOf={(page) => `?${writeUsersView({ ...view, page })}`}
        />
        <FilterSelect
          label="Users per page"
          options={PAGE_SIZES.map((size) => ({ value: String(size), name: `${size} per page` }))}
          value={String(view.pageSize)}
          onChange={(size) => change({ pageSize: Number(size) })}
        />
      </div>
    </OfficePage>
  )
}

type FilterProps = { view: UsersView; onChange: (changed: Partial<UsersView>) => void }

/** All filters are in the URL, so that a list can be bookmarked: 'Pending' is the queue of new accounts. */
function UserFilters({ view, onChange }: FilterProps) {
  const options = (all: string, names: readonly string[]) => [
    { value: '', name: all },
    ...names.map((name) => ({ value: name, name })),
  ]
  return (
    <search className="flex flex-wrap gap-2.5">
      <div className="flex min-w-full sm:min-w-72 sm:flex-1">
        <SearchBox
          label="Search by email, phone or account number"
          placeholder="Email, phone or account number"
          search={view.search}
          onSearch={(search) => onChange({ search })}
        />
      </div>
      <FilterSelect
        label="Status"
        options={options('All statuses', STATUS_OPTIONS)}
        value={view.status ?? ''}
        onChange={(status) => onChange({ status: (status || undefined) as UsersView['status'] })}
      />
      <FilterSelect
        label="Role"
        options={options('All roles', ROLES)}
        value={view.role ?? ''}
        onChange={(role) => onChange({ role: (role || undefined) as UsersView['role'] })}
      />
    </search>
  )
}

function UserCount({ total, isNarrowed }: { total: number | null; isNarrowed: boolean }) {
  const noun = total === 1 ? 'user' : 'users'
  const count = total === null ? 'more than 10,000' : total.toLocaleString('en-US')
  return (
    <p role="status" className="figures text-muted">
      {count} {isNarrowed ? 'found' : noun}
    </p>
  )
}
