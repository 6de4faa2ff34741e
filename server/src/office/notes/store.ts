import { atMost } from '../../platform/db/at-most.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

export type NoteRow = {
  id: string
  person_id: string
  author_id: string
  author_name: string
  text: string
  at: Date
}

type Page = { personId: string; cursor?: string | undefined; limit: number }

/** Newest first, and one row more than the page shows. */
export const selectNotes = (sql: Reader, { personId, cursor, limit }: Page) => sql<NoteRow[]>`
  select n.id, n.person_id, n.author_id, p.full_name as author_name, n.text, n.at
  from staff_notes n join people p on p.id = n.author_id
  where n.person_id = ${personId} ${cursor ? sql`and n.id < ${cursor}` : sql``}
  order by n.id desc ${atMost(sql, limit + 1)}`

type NewNote = Omit<NoteRow, 'author_name'>

export const insertNote = (tx: Tx, { id, person_id, author_id, text, at }: NewNote) => tx<{ author_name: string }[]>`
  insert into staff_notes (id, person_id, author_id, text, at) values (${id}, ${person_id}, ${author_id}, ${text}, ${at})
  returning (select full_name from people where people.id = ${author_id}) as author_name`
