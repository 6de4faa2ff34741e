import type { TagFilter } from '../../customers/tags-of-people.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/** What has tags: a person, or a transaction of theirs. */
export type TagSubject = { personId: string; transaction: { id: string; valueAt: Date } | null }
export type TagRow = { key: string; text: string }
type NewTag = TagRow & { authorId: string; at: Date }

export async function findOwner(sql: Reader, transactionId: string): Promise<TagSubject | null> {
  const [row] = await sql<{ owner_id: string; value_at: Date }[]>`
    select a.owner_id, t.value_at from transactions t join accounts a on a.id = t.account_id where t.id = ${transactionId}`
  return row ? { personId: row.owner_id, transaction: { id: transactionId, valueAt: row.value_at } } : null
}

export const selectTags = (sql: Reader, { personId, transaction }: TagSubject) =>
  transaction
    ? sql<TagRow[]>`
        select key, text from transaction_tags where transaction_id = ${transaction.id} order by key collate "C"`
    : sql<TagRow[]>`select key, text from person_tags where person_id = ${personId} order by key collate "C"`

/** The spelling in use, so that one tag looks the same everywhere. That of a tag on the reader would reveal it. */
export async function spellingOf(sql: Reader, { key, readerId }: TagFilter): Promise<string | null> {
  const [row] = await sql<{ text: string }[]>`
    (select text from person_tags where key collate "C" = ${key} and person_id <> ${readerId} limit 1)
    union all
    (select text from transaction_tags where key collate "C" = ${key} and person_id <> ${readerId} limit 1) limit 1`
  return row?.text ?? null
}

export const insertTag = (tx: Tx, { personId, transaction }: TagSubject, { key, text, authorId, at }: NewTag) =>
  transaction
    ? tx`
        insert into transaction_tags (transaction_id, key, text, person_id, value_at, author_id, at)
        values (${transaction.id}, ${key}, ${text}, ${personId}, ${transaction.valueAt}, ${authorId}, ${at})`
    : tx`
        insert into person_tags (person_id, key, text, author_id, at)
        values (${personId}, ${key}, ${text}, ${authorId}, ${at})`

export const deleteTag = (tx: Tx, { personId, transaction }: TagSubject, key: string) =>
  transaction
    ? tx`delete from transaction_tags where transaction_id = ${transaction.id} and key = ${key}`
    : tx`delete from person_tags where person_id = ${personId} and key = ${key}`

type TagSearch = { start: string; readerId: string; limit: number }

/**
 * Tags that begin with `start`. One index search for each that is found, however often it is in use: the next one is looked for
 * behind the last. Without those that are only on the reader.
 */
export const selectTagsInUse = (sql: Reader, { start, readerId, limit }: TagSearch) => sql<TagRow[]>`
  with recursive found as (
    (${firstTag(sql, readerId, sql`key collate "C" >= ${start}`)})
    union all
    select next.* from found f cross join lateral (
      ${firstTag(sql, readerId, sql`key collate "C" > f.key collate "C"`)}) as next
    where starts_with(f.key, ${start}))
  select key, text from found where starts_with(key, ${start}) limit ${limit}`

const firstTag = (sql: Reader, readerId: string, condition: ReturnType<Reader>) => sql`
  select key, text from (
    (select key, text from person_tags where ${condition} and person_id <> ${readerId} order by key collate "C" limit 1)
    union all
    (select key, text from transaction_tags where ${condition} and person_id <> ${readerId}
     order by key collate "C" limit 1)) one
  order by key collate "C" limit 1`
