import { tagKey } from '#contract/customers/tags.ts'
import {
  MAX_SAVED_FILTERS,
  type NewSavedFilter,
  type SavedFilter,
  type SavedFilterChanges,
} from '#contract/office/saved-filters.ts'
import { standingAllows } from '../../access/session.ts'
import { lockForStaffAct } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type FilterRow, insertFilter, lockFilter, toSavedFilter } from './store.ts'

/** In one order of parameters, so that the same filters have the same text. */
function canonical(query: string): string {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}

/** The lock of the author keeps two requests at once within the limit. */
export const saveFilter = (sql: Sql, staff: StaffContext, given: NewSavedFilter): Promise<SavedFilter> =>
  inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, staff.actorId, given.list === 'audit' ? 'audit:read' : 'people:read')
    const existing = await tx`select 1 from saved_filters where owner_id = ${staff.actorId}`
    if (existing.length >= MAX_SAVED_FILTERS) throw new Refusal('filter_limit')
    const { list, name, shared } = given
    const row = { id: newIdAt(staff.at), owner_id: staff.actorId, list, name, shared, updated_at: staff.at }
    await insertFilter(tx, { ...row, key: tagKey(name), query: canonical(given.query) }).catch(rethrowTakenName)
    const saved = await requireFilter(tx, staff, row.id)
    await recordAct(tx, staff, 'filter.saved', saved)
    return toSavedFilter(saved)
  })

export const changeFilter = (sql: Sql, staff: StaffContext, id: string, given: SavedFilterChanges) =>
  inTransaction(sql, async (tx): Promise<SavedFilter> => {
    const before = await requireFilter(tx, staff, id)
    const { name, shared } = { name: given.name ?? before.name, shared: given.shared ?? before.shared }
    if (name === before.name && shared === before.shared) return toSavedFilter(before)
    await tx`
      update saved_filters set name = ${name}, key = ${tagKey(name)}, shared = ${shared}, updated_at = ${staff.at}
      where id = ${id}`.catch(rethrowTakenName)
    const after = { ...before, name, shared, updated_at: staff.at }
    await recordAct(tx, staff, 'filter.changed', after)
    return toSavedFilter(after)
  })

export const deleteFilter = (sql: Sql, staff: StaffContext, id: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const filter = await requireFilter(tx, staff, id)
    await tx`delete from saved_filters where id = ${id}`
    await recordAct(tx, staff, 'filter.deleted', filter)
  })

/** The author's, or a shared one for an administrator. Other filters answer not_found, so their existence does not leak. */
async function requireFilter(tx: Tx, staff: StaffContext, id: string): Promise<FilterRow> {
  const { actor } = await lockForStaffAct(tx, staff, staff.actorId, 'people:read')
  const filter = await lockFilter(tx, id)
  const mayChange = filter?.owner_id === staff.actorId || (filter?.shared && standingAllows(actor, 'settings:change'))
  if (!filter || !mayChange) throw new Refusal('not_found')
  return filter
}

function rethrowTakenName(error: unknown): never {
  if (sqlState(error) === '23505' && violatedConstraint(error) === 'saved_filters_owner_id_list_key_key')
    throw new Refusal('filter_name_taken')
  throw error
}

/** Without name and filters: they may be about a customer, whom the entry would outlive. */
const recordAct = (tx: Tx, staff: StaffContext, action: string, { id, list, shared, owner_id }: FilterRow) =>
  record(tx, {
    auditEntries: [
      auditEntry(staff, {
        subjectId: null,
        action,
        before: {},
        after: { filterId: id, list, shared, ...(owner_id === staff.actorId ? {} : { ownerId: owner_id }) },
      }),
    ],
  })
