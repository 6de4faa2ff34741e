import { type FilteredList, isQueryOf, MAX_SHARED_FILTERS, type SavedFilter } from '#contract/office/saved-filters.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

export type FilterRow = {
  id: string
  owner_id: string
  owner_name: string
  list: FilteredList
  name: string
  query: string
  shared: boolean
  updated_at: Date
}

const columns = (sql: Reader) => sql`
  f.id, f.owner_id, p.full_name as owner_name, f.list, f.name, f.query, f.shared, f.updated_at
  from saved_filters f join people p on p.id = f.owner_id`

/** Own ones first. Those that are shared are found by their index, which leaves the others out. */
export async function selectFilters(
  sql: Reader,
  ownerId: string,
  lists: readonly FilteredList[],
): Promise<FilterRow[]> {
  const own = await sql<FilterRow[]>`
    select ${columns(sql)} where f.owner_id = ${ownerId} and f.list = any(${[...lists]}::text[]) order by f.key, f.list`
  const shared = await sql<FilterRow[]>`
    select ${columns(sql)} where f.shared and f.list = any(${[...lists]}::text[]) and f.owner_id <> ${ownerId}
    order by f.key, f.id limit ${MAX_SHARED_FILTERS}`
  return [...own, ...shared]
}

/** Locked, so that two changes at once are made one after the other. */
export async function lockFilter(tx: Tx, id: string): Promise<FilterRow | null> {
  const [row] = await tx<FilterRow[]>`select ${columns(tx)} where f.id = ${id} for update of f`
  return row ?? null
}

type NewFilter = Omit<FilterRow, 'owner_name'> & { key: string }

export const insertFilter = (tx: Tx, f: NewFilter) => tx`
  insert into saved_filters (id, owner_id, list, name, key, query, shared, updated_at)
  values (${f.id}, ${f.owner_id}, ${f.list}, ${f.name}, ${f.key}, ${f.query}, ${f.shared}, ${f.updated_at})`

export const toSavedFilter = (row: FilterRow): SavedFilter => ({
  _id: row.id,
  list: row.list,
  name: row.name,
  query: row.query,
  shared: row.shared,
  isValid: isQueryOf(row.list, row.query),
  by: { _id: row.owner_id, fullName: row.owner_name },
  updatedAt: row.updated_at.toISOString(),
})
