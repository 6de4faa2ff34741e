import { queryOptions } from '@tanstack/react-query'
import type { suggestTags } from '#contract/office/tags.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

/** As the contract's `MAX_TAG_LENGTH` and `MAX_TAGS`: pages don't load the schemas. */
export const MAX_TAG_LENGTH = 30
export const MAX_TAGS = 10

export const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: [OFFICE, 'tags', search],
    queryFn: ({ signal }) => call<typeof suggestTags>('GET', '/admin/tags', { query: { search }, signal }),
    retry: false,
  })
