import { tagKey } from '#contract/customers/tags.ts'
import type { ListedUser } from '#contract/office/administration.ts'
import { countPeople } from '../../customers/people-count.ts'
import { readUsers } from '../../customers/person.ts'
import { readTagsOfPeople } from '../../customers/tags-of-people.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { type PeopleFilter, searchPeople, selectPage } from './store.ts'

type ListInput = Omit<PeopleFilter, 'tag'> & { tag?: string | undefined; page: number; limit: number }

export type UserList = { users: ListedUser[]; total: number | null; hasNext: boolean }

/** One snapshot, so that the total and the page are consistent. */
export async function listUsers(sql: Sql, input: ListInput, readerId: string): Promise<UserList> {
  const { search, status, role, page, limit } = input
  const tag = input.tag === undefined ? undefined : { key: tagKey(input.tag), readerId }
  const offset = (page - 1) * limit
  const list = await sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx): Promise<UserList> => {
    if (search || status || role || tag) {
      const { ids, total } = await searchPeople(tx, { search, status, role, tag, offset, limit })
      const hasNext = total === null || offset + limit < total
      return { users: await readTagged(tx, ids, readerId), total, hasNext }
    }
    const total = await countPeople(tx)
    const ids = (await selectPage(tx, total, offset, limit)).map(({ id }) => id)
    return { users: await readTagged(tx, ids, readerId), total, hasNext: offset + limit < total }
  })
  return list as UserList
}

export async function readTagged(sql: Reader, ids: readonly string[], readerId: string): Promise<ListedUser[]> {
  const users = await readUsers(sql, ids)
  const tags = await readTagsOfPeople(sql, ids, readerId)
  return users.map((user) => ({ ...user, tags: tags.get(user._id) ?? [] }))
}
