import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Account, listAccounts } from '#contract/customers/accounts.ts'
import { withName } from '../../shared/account-name.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { reloadProfile } from '../../shared/api/session.ts'

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await call<typeof listAccounts>('GET', '/accounts', { signal })).map(withName),
})

const NONE: readonly Account[] = []

/** The main account, then savings accounts, the closed ones last. Empty until loaded. */
export const useAccounts = (): readonly Account[] => useQuery(accountsQuery).data ?? NONE

export const isOpen = ({ status }: Account) => status !== 'Closed'
export const openSavings = (accounts: readonly Account[]) =>
  accounts.filter((account) => account.kind === 'savings' && isOpen(account))

/** After an account was opened, changed or closed, or money was moved. */
export const reloadAccounts = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey }), reloadProfile()])
