import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { publishOfficeEvent } from '../../events/office-events.ts'
import * as store from './store.ts'

/** What is given out counts as read from now on, for the whole office; the answer still says what was new in it. */
export async function markAsRead<Entry extends { _id: string; unread: boolean }>(
  sql: Sql,
  list: store.InboxTable,
  letters: Entry[],
  at: Date,
): Promise<Entry[]> {
  const news = letters.flatMap(({ _id, unread }) => (unread ? [_id] : []))
  // Looking at the same list again, as a page that is left open does, must not write each time.
  if (news.length === 0) return letters
  await inTransaction(sql, async (tx) => {
    await store.markSeen(tx, list, news, at)
    // Other administrators' tabs no longer count it either.
    await publishOfficeEvent(tx, { kind: 'office.seen', personId: null, subjectId: null, at })
  })
  return letters
}
