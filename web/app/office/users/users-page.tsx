import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/people.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../office-page.tsx'
import { PageLinks } from '../page-links.tsx'
import { SearchBox } from '../search-box.tsx'
import { UserWindow } from './user-dialog.tsx'
import { readUsersView, USERS_PAGE_SIZE, usersQuery, writeUsersView } from './users-query.ts'
import { UsersTable } from './users-table.tsx'

export default function UsersPage() {
  const [params, setParams] = useSearchParams()
  const view = readUsersView(params)
  const users = useQuery(usersQuery(view))
  const [shown, setShown] = useState<User | null>(null)
  useShortcuts(rowShortcuts())
  const total = users.data?.total ?? null
  return (
    <OfficePage title="Users" beside={users.data && <Count total={total} searched={view.search !== ''} />}>
      <search className="flex">
        <SearchBox
          label="Search by e-mail"
          placeholder="Search by e-mail"
          search={view.search}
          onSearch={(search) => setParams(writeUsersView({ search, page: 1 }), { replace: true })}
        />
      </search>
      <div className={classNames(panelClass, 'overflow-hidden')}>
        <UsersTable query={users} first={(view.page - 1) * USERS_PAGE_SIZE + 1} view={view} onOpen={setShown} />
      </div>
      <PageLinks
        label="Pages of users"
        page={view.page}
        pages={total === null ? null : Math.ceil(total / USERS_PAGE_SIZE)}
        hasNext={users.data?.hasNext ?? false}
        hrefOf={(page) => `?${writeUsersView({ ...view, page })}`}
      />
      <UserWindow user={shown} onChange={setShown} onClose={() => setShown(null)} />
    </OfficePage>
  )
}

function Count({ total, searched }: { total: number | null; searched: boolean }) {
  const noun = total === 1 ? 'user' : 'users'
  const count = total === null ? 'more than 10,000' : total.toLocaleString('en-US')
  return (
    <p role="status" className="figures text-muted">
      {count} {searched ? 'found' : noun}
    </p>
  )
}
