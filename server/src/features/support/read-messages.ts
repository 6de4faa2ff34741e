import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { MessageRow } from '../../events/message-response.ts'
import { publishOfficeEvent } from '../../events/office-events.ts'
import { markKindRead } from '../../ledger/outbox.ts'
import { record } from '../../ledger/record.ts'
import { Refusal } from '../../runtime/refusal.ts'
import * as store from './store.ts'

type ThreadQuery = { personId: string; reader: store.Side; before: string | undefined; limit: number; at: Date }

/** Newest first. What the other side wrote, up to the newest message given out here, counts as read from now on. */
export async function readMessages(sql: Sql, asked: ThreadQuery): Promise<MessageRow[]> {
  const { personId, reader, before, limit, at } = asked
  const end = before === undefined ? null : await store.findNumber(sql, personId, before)
  if (before !== undefined && end === null) throw new Refusal('not_found')

  const rows = await store.listMessages(sql, personId, end, limit)
  const theirs = (row: MessageRow) => row.from_office === (reader === 'person')
  // Reading a thread over and over, as a page that is left open does, must not write each time.
  const news = rows.find((row) => theirs(row) && row.seen_at === null)
  if (news) await markSeen(sql, asked, news.number)
  return rows.map((row) =>
    news && theirs(row) && row.number <= news.number ? { ...row, seen_at: row.seen_at ?? at } : row,
  )
}

/** The other side sees that it was seen. */
async function markSeen(sql: Sql, { personId, reader, at }: ThreadQuery, number: bigint): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await store.markSeen(tx, personId, reader, number, at)
    if (reader === 'person') {
      await markKindRead(tx, personId, 'support.answered', at)
      await publishOfficeEvent(tx, { kind: 'office.seen', personId, subjectId: null, at })
      return
    }
    await record(tx, { notifications: [{ personId, kind: 'support.seen', data: {}, at, mail: false }] })
    // Other administrators' lists no longer count it as unread either.
    await publishOfficeEvent(tx, { kind: 'office.seen', personId, subjectId: null, at })
  })
}
