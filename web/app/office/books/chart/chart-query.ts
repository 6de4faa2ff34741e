import { queryOptions } from '@tanstack/react-query'
import type { listGlAccounts } from '#contract/books/gl-accounts.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { translateText } from '../../../shared/i18n/i18n.ts'
import { OFFICE } from '../../layout/office-query.ts'

export const chartQuery = queryOptions({
  queryKey: [OFFICE, 'chart of accounts'],
  queryFn: ({ signal }) => call<typeof listGlAccounts>('GET', '/admin/gl-accounts', { signal }),
})

/** Accounts that are there from the start have names in every language; the others have those that staff gave them. */
export const accountName = ({ name, builtIn }: { name: string; builtIn: boolean }): Text =>
  builtIn ? translateText(name) : verbatim(name)
