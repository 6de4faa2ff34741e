import { publishOfficeEvent } from '../../authority/office-events.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { markKindRead } from '../../ledger/outbox.ts'
import { record } from '../../ledger/record.ts'
import type { MessageRow } from '../../notifications/message-response.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import * as store from './store.ts'

type ThreadQuery = {
  personId: string
  reader: store.Side
  /** Whether reading marks: not for staff who can't reply, nor for staff who look at their own thread. */
  marks: boolean
  before: string | undefined
  limit: number
  at: Date
}

/** Newest first. Unless told otherwise, marks the other side's messages as read, up to the newest one returned. */
export async function readMessages(sql: Sql, query: ThreadQuery): Promise<MessageRow[]> {
  const { personId, reader, before, limit, at } = query
  const end = before === undefined ? null : await store.findNumber(sql, personId, before)
  if (before !== undefined && end === null) throw new Refusal('not_found')

  const rows = await store.listMessages(sql, personId, end, limit)
  const theirs = (row: MessageRow) => row.from_office === (reader === 'person')
  // An open page reads the thread over and over: only unread messages cause a write.
  const newestUnread = query.marks ? rows.find((row) => theirs(row) && row.seen_at === null) : undefined
  if (newestUnread) await markSeen(sql, query, newestUnread.number)
  return rows.map((row) =>
    newestUnread && theirs(row) && row.number <= newestUnread.number ? { ...row, seen_at: row.seen_at ?? at } : row,
  )
}

/** Marks messages as read and shows the other side that they were. */
async function markSeen(sql: Sql, { personId, reader, at }: ThreadQuery, number: bigint): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    await store.markSeen(tx, personId, reader, number, at)
    if (reader === 'person') {
      await markKindRead(tx, personId, 'support.answered', at)
      await publishOfficeEvent(tx, { kind: 'office.seen', personId, subjectId: null, at })
      return
    }
    await record(tx, { notifications: [{ personId, kind: 'support.seen', data: {}, at }] })
    // Updates the unread counts of the other administrators' pages.
    await publishOfficeEvent(tx, { kind: 'office.seen', personId, subjectId: null, at })
  })
}
