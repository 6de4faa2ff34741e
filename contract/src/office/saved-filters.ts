import { z } from 'zod'
import { tagKey } from '../customers/tags.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { hasAtMost, id, isoTime, requiredLine, tooLong, verbatimText } from '../fields.ts'
import { staffFilters, staffSort } from '../payments/transaction-filters.ts'
import { peopleFilters } from './administration.ts'
import { auditFilters } from './audit.ts'

export const MAX_FILTER_NAME_LENGTH = 60
const MAX_QUERY_LENGTH = 2_000
/** Of one member of staff. */
export const MAX_SAVED_FILTERS = 50
/** Shared ones of colleagues that are listed. */
export const MAX_SHARED_FILTERS = 500

export const FILTERED_LISTS = ['transactions', 'people', 'audit'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]

/** What each list can be narrowed by: the query of its call, without the page. */
const QUERIES: Record<FilteredList, z.ZodObject> = {
  transactions: z.strictObject({ ...staffFilters, ...staffSort }),
  people: z.strictObject(peopleFilters),
  audit: z.strictObject(auditFilters),
}

/** Whether the list still takes this query. A repeated parameter is none: lists take each once. */
export function isQueryOf(list: FilteredList, query: string): boolean {
  const params = new URLSearchParams(query)
  const names = [...params.keys()]
  return (
    names.length > 0 &&
    new Set(names).size === names.length &&
    QUERIES[list].safeParse(Object.fromEntries(params)).success
  )
}

const EXAMPLE_ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
const EXAMPLE_FILTER = {
  list: 'transactions' as const,
  name: 'Large transfers of the week',
  query: 'type=Transfer&minAmount=1000&period=last_7_days',
  shared: false,
}

const filteredList = z.enum(FILTERED_LISTS, { error: `The list is one of ${FILTERED_LISTS.join(', ')}.` })
const sharedFlag = z
  .boolean({ error: 'Say whether it is shared: true or false.' })
  .meta({ description: 'Whether colleagues who may read the list see it too.' })
const NAME_TEXT = 'Enter a name.'
const filterName = requiredLine(MAX_FILTER_NAME_LENGTH, 'Name', NAME_TEXT).refine(
  (text) => text === '' || tagKey(text) !== '',
  NAME_TEXT,
)
const QUERY_TEXT = 'These are not filters of this list.'

export const savedFilter = z
  .object({
    _id: z.uuid(),
    list: filteredList,
    name: verbatimText,
    query: z.string().meta({ description: 'The query of the list’s call, without the page.' }),
    shared: z.boolean(),
    isValid: z.boolean().meta({ description: 'False: the list no longer has these filters.' }),
    by: z.object({ _id: z.uuid(), fullName: verbatimText }).meta({ description: 'The member of staff who saved it.' }),
    updatedAt: isoTime,
  })
  .meta({
    id: 'SavedFilter',
    examples: [
      {
        _id: EXAMPLE_ID,
        ...EXAMPLE_FILTER,
        isValid: true,
        by: { _id: '0198c1a0-11aa-7000-8000-6d1c2b3a4f5e', fullName: 'Grace Support' },
        updatedAt: '2026-01-05T15:04:00.000Z',
      },
    ],
  })
export type SavedFilter = z.infer<typeof savedFilter>

const newFilter = z
  .strictObject({
    list: filteredList,
    name: filterName,
    query: z
      .string({ error: QUERY_TEXT })
      .min(1, QUERY_TEXT)
      .refine(hasAtMost(MAX_QUERY_LENGTH), tooLong('Query', MAX_QUERY_LENGTH))
      .meta({ maxLength: MAX_QUERY_LENGTH }),
    shared: sharedFlag,
  })
  .refine(({ list, query }) => isQueryOf(list, query), { error: QUERY_TEXT, path: ['query'] })
export type NewSavedFilter = z.output<typeof newFilter>

const changes = z.strictObject({ name: filterName.optional(), shared: sharedFlag.optional() })
export type SavedFilterChanges = z.output<typeof changes>

const common = { policy: 'people:read', apiOnly: true, tag: 'Administration' } as const
const nameRule = { name: 'Has a visible character.' }

export const listSavedFilters = endpoint({
  ...common,
  method: 'GET',
  path: '/admin/saved-filters',
  summary: 'Own saved filters, and those that colleagues share',
  description: 'Own ones first, each group by name. Filters of the audit log are for those who may read it.',
  query: z.strictObject({ list: filteredList.optional() }),
  success: { status: 200, body: z.array(savedFilter) },
})

export const saveFilter = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/saved-filters',
  fresh: false,
  alsoNeeds: ({ list }: NewSavedFilter) => (list === 'audit' ? (['audit:read'] as const) : []),
  summary: 'Give filters of a list a name',
  description: `At most ${MAX_SAVED_FILTERS} per member of staff. A name is used once per list.`,
  body: newFilter,
  example: { body: EXAMPLE_FILTER },
  rules: { ...nameRule, query: 'Parameters of the list’s call, each once and without the page.' },
  success: { status: 201, body: savedFilter },
  refusals: ['filter_limit', 'filter_name_taken'],
})

export const changeSavedFilter = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin/saved-filters/:id',
  fresh: false,
  summary: 'Rename or share saved filters',
  description: 'Own ones; an administrator also changes what colleagues share.',
  params: z.strictObject({ id }),
  body: changes,
  example: { params: { id: EXAMPLES.savedFilter }, body: { name: 'Large transfers', shared: true } },
  rules: nameRule,
  success: { status: 200, body: savedFilter },
  refusals: ['not_found', 'filter_name_taken'],
})

export const deleteSavedFilter = endpoint({
  ...common,
  method: 'DELETE',
  path: '/admin/saved-filters/:id',
  fresh: false,
  summary: 'Delete saved filters',
  description: 'Own ones; an administrator also deletes what colleagues share.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.savedFilter } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})
