import { type Session, sessionMay } from '../../access/session.ts'
import { publishOfficeEvent } from '../../authority/office-events.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import * as store from './store.ts'

/**
 * Marks the entries of a page as read for all staff; the response still shows which were unread. Staff who only read leave
 * them unread for those who answer.
 */
export async function markAsRead<Entry extends { _id: string; unread: boolean }>(
  sql: Sql,
  { session, at }: { session: Session; at: Date },
  table: store.InboxTable,
  entries: Entry[],
): Promise<Entry[]> {
  const unreadIds = entries.flatMap(({ _id, unread }) => (unread ? [_id] : []))
  // An open page reads the same list over and over: only unread entries cause a write.
  if (unreadIds.length === 0 || !sessionMay(session, 'support:reply')) return entries
  await inTransaction(sql, async (tx) => {
    await store.markSeen(tx, table, unreadIds, at)
    // Updates the unread counts of the other pages of staff.
    await publishOfficeEvent(tx, { kind: 'office.seen', personId: null, subjectId: null, at })
  })
  return entries
}
