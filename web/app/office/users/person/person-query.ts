import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#contract/customers/accounts.ts'
import type { readPerson } from '#contract/office/administration.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'person', id],
    queryFn: async ({ signal }) => {
      const person = await call<typeof readPerson>('GET', '/admin/users/:id', { params: { id }, signal })
      return { ...person, accounts: person.accounts.map(inOwnLanguage) }
    },
  })

/** The bank names the main account, and its owner the others. */
const inOwnLanguage = (account: Account): Account =>
  account.kind === 'main' ? { ...account, name: t('Main account') } : account

/** An address that was mistyped is no id (400), or the id of no person (404). */
export const isUnknownPerson = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
