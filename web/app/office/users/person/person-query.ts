import { queryOptions } from '@tanstack/react-query'
import type { readPerson } from '#contract/office/administration.ts'
import { withName } from '../../../shared/account-name.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'person', id],
    queryFn: async ({ signal }) => {
      const person = await call<typeof readPerson>('GET', '/admin/users/:id', { params: { id }, signal })
      return { ...person, accounts: person.accounts.map(withName) }
    },
  })

/** An address that was mistyped is no id (400), or the id of no person (404). */
export const isUnknownPerson = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
