import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { listUsers } from '#contract/administration.ts'
import { callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../office-query.ts'

export const USERS_PAGE_SIZE = 5
const LONGEST_SEARCH = 254

export type UsersView = { search: string; page: number }

/** Users edit and share URLs: invalid parameters are ignored. */
export function readUsersView(params: URLSearchParams): UsersView {
  const page = params.get('page') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

export function writeUsersView({ search, page }: UsersView): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params
}

export const usersQuery = ({ search, page }: UsersView) =>
  queryOptions({
    queryKey: [OFFICE, 'users', { search, page }],
    queryFn: ({ signal }) =>
      callPage<typeof listUsers>('GET', '/users/all', {
        query: { search: search || undefined, page: String(page), limit: String(USERS_PAGE_SIZE) },
        signal,
      }),
    // Keeps the rows visible while the next ones load, so that the table does not flicker while typing.
    placeholderData: keepPreviousData,
  })
