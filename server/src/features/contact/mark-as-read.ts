import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { publishOfficeEvent } from '../../events/office-events.ts'
import * as store from './store.ts'

/** Marks the entries of a page as read for all administrators; the response still shows which were unread. */
export async function markAsRead<Entry extends { _id: string; unread: boolean }>(
  sql: Sql,
  table: store.InboxTable,
  entries: Entry[],
  at: Date,
): Promise<Entry[]> {
  const unreadIds = entries.flatMap(({ _id, unread }) => (unread ? [_id] : []))
  // An open page reads the same list over and over: only unread entries cause a write.
  if (unreadIds.length === 0) return entries
  await inTransaction(sql, async (tx) => {
    await store.markSeen(tx, table, unreadIds, at)
    // Updates the unread counts of the other administrators' pages.
    await publishOfficeEvent(tx, { kind: 'office.seen', personId: null, subjectId: null, at })
  })
  return entries
}
