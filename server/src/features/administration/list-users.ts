import type { StaffUser } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { countPeople } from '../../people/people-count.ts'
import { readUsers } from '../../people/person.ts'
import { type PeopleFilter, searchPeople, selectPage } from './store.ts'

type ListInput = PeopleFilter & { page: number; limit: number }

export type UserList = { users: StaffUser[]; total: number | null; hasNext: boolean }

/** One snapshot, so that the total and the page are consistent. */
export async function listUsers(sql: Sql, { search, status, role, page, limit }: ListInput): Promise<UserList> {
  const offset = (page - 1) * limit
  const list = await sql.begin('isolation level repeatable read read only', async (tx): Promise<UserList> => {
    if (search || status || role) {
      const { ids, total } = await searchPeople(tx, { search, status, role, offset, limit })
      return { users: await readUsers(tx, ids), total, hasNext: total === null || offset + limit < total }
    }
    const total = await countPeople(tx)
    const ids = (await selectPage(tx, total, offset, limit)).map(({ id }) => id)
    return { users: await readUsers(tx, ids), total, hasNext: offset + limit < total }
  })
  return list as UserList
}
