import type { Reader } from '../platform/db/connection.ts'

/** A tag in the form in which tags are compared, and who reads: members of staff don't see the tags about themselves. */
export type TagFilter = { key: string; readerId: string }

export const peopleWithTag = (sql: Reader, { key, readerId }: TagFilter) => sql`
  select g.person_id from person_tags g where g.key collate "C" = ${key} and g.person_id <> ${readerId}`

type Tags = ReadonlyMap<string, string[]>

/** By person, in alphabetical order. Without the reader's own. */
export async function readTagsOfPeople(sql: Reader, personIds: readonly string[], readerId: string): Promise<Tags> {
  const rows = await sql<{ person_id: string; texts: string[] }[]>`
    select person_id, array_agg(text order by key collate "C") as texts from person_tags
    where person_id = any(${[...personIds]}::uuid[]) and person_id <> ${readerId} group by person_id`
  return new Map(rows.map(({ person_id, texts }) => [person_id, texts]))
}
