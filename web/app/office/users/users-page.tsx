import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { classNames } from '../../shared/ui/class-names.ts'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../office-page.tsx'
import { PageLinks } from '../page-links.tsx'
import { SearchBox } from '../search-box.tsx'
import { readUsersView, USERS_PAGE_SIZE, usersQuery, writeUsersView } from './users-query.ts'
import { UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const [params, setParams] = useSearchParams()
  const view = readUsersView(params)
  const users = useQuery(usersQuery(view))
  useShortcuts(rowShortcuts())
  const total = users.data?.total ?? null
  return (
    <OfficePage title="Users" beside={users.data && <UserCount total={total} isSearch={view.search !== ''} />}>
      <search className="flex">
        <SearchBox
          label="Search by email"
          placeholder="Search by email"
          search={view.search}
          onSearch={(search) => setParams(writeUsersView({ search, page: 1 }), { replace: true })}
        />
      </search>
      <div className={classNames(panelClass, 'overflow-hidden')}>
        <UsersTable query={users} firstNumber={(view.page - 1) * USERS_PAGE_SIZE + 1} view={view} />
      </div>
      <PageLinks
        label="Pages of users"
        page={view.page}
        pages={total === null ? null : Math.ceil(total / USERS_PAGE_SIZE)}
        hasNext={users.data?.hasNext ?? false}
        hrefOf={(page) => `?${writeUsersView({ ...view, page })}`}
      />
    </OfficePage>
  )
}

function UserCount({ total, isSearch }: { total: number | null; isSearch: boolean }) {
  const noun = total === 1 ? 'user' : 'users'
  const count = total === null ? 'more than 10,000' : total.toLocaleString('en-US')
  return (
    <p role="status" className="figures text-muted">
      {count} {isSearch ? 'found' : noun}
    </p>
  )
}
