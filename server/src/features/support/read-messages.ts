import type { Sql } from '../../db/connection.ts'
import { Refusal } from '../../http/refusal.ts'
import * as store from './store.ts'

type Asked = { personId: string; reader: store.Side; before: string | undefined; limit: number; at: Date }

/** Newest first. What the other side wrote, up to the newest message given out here, counts as read from now on. */
export async function readMessages(sql: Sql, asked: Asked): Promise<store.MessageRow[]> {
  const { personId, reader, before, limit, at } = asked
  const end = before === undefined ? null : await store.findNumber(sql, personId, before)
  if (before !== undefined && end === null) throw new Refusal('not_found')

  const rows = await store.listMessages(sql, personId, end, limit)
  const theirs = (row: store.MessageRow) => row.from_office === (reader === 'person')
  // Reading a thread over and over, as a page that is left open does, must not write each time.
  const news = rows.find((row) => theirs(row) && row.seen_at === null)
  if (news) await store.markSeen(sql, personId, reader, news.number, at)
  return rows
}
