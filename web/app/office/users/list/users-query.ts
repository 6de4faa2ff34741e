import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/customers/people.ts'
import type { listUsers } from '#contract/office/administration.ts'
import { ROLES } from '#contract/permissions.ts'
import { callPage } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'
import { USER_STATUS_NAMES } from '../../parts/user-status-names.ts'
import { type SavedView, toSavedQuery } from '../../saved-filters/saved-filters-query.ts'

/** The first is the default. */
export const PAGE_SIZES = [5, 20, 50] as const
const DEFAULT_PAGE_SIZE = PAGE_SIZES[0]
const LONGEST_SEARCH = 254

export type UsersView = {
  search: string
  status?: User['status']
  role?: User['role']
  tag?: string
  pageSize: number
  page: number
}

const oneOf = <T>(known: readonly T[], value: unknown): T | undefined => known.find((one) => one === value)

/** Users edit and share URLs: invalid parameters are ignored. */
export function readUsersView(params: URLSearchParams): UsersView {
  const page = params.get('page') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    status: oneOf(Object.keys(USER_STATUS_NAMES) as User['status'][], params.get('status')),
    role: oneOf(ROLES, params.get('role')),
    tag: params.get('tag')?.trim().slice(0, 30) || undefined,
    pageSize: oneOf(PAGE_SIZES, Number(params.get('size'))) ?? DEFAULT_PAGE_SIZE,
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

export function writeUsersView({ search, status, role, tag, pageSize, page }: UsersView): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (status) params.set('status', status)
  if (role) params.set('role', role)
  if (tag) params.set('tag', tag)
  if (pageSize !== DEFAULT_PAGE_SIZE) params.set('size', String(pageSize))
  if (page > 1) params.set('page', String(page))
  return params
}

export const isNarrowed = ({ search, status, role, tag }: UsersView) => search !== '' || Boolean(status || role || tag)

export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: [OFFICE, 'users', view],
    queryFn: ({ signal }) =>
      callPage<typeof listUsers>('GET', '/users/all', {
        query: {
          search: view.search || undefined,
          status: view.status,
          role: view.role,
          tag: view.tag,
          page: String(view.page),
          limit: String(view.pageSize),
        },
        signal,
      }),
    // Keeps the rows visible while the next ones load, so that the table does not flicker while typing.
    placeholderData: keepPreviousData,
  })

const savedQueryOf = ({ search, status, role, tag }: UsersView) => toSavedQuery({ search, status, role, tag })

export const savedPeople = (view: UsersView): SavedView => ({
  list: 'people',
  query: savedQueryOf(view),
  open: (query) => {
    const opened = readUsersView(new URLSearchParams(query))
    return { search: writeUsersView(opened).toString(), query: savedQueryOf(opened) }
  },
})
