import type { StaffUser } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { countPeople } from '../../people/people-count.ts'
import { readUsers, searchPeople, selectPage } from './store.ts'

type ListInput = { search?: string | undefined; page: number; limit: number }

export type UserList = { users: StaffUser[]; total: number | null; hasNext: boolean }

/** One snapshot, so that the total and the page are consistent. */
export async function listUsers(sql: Sql, { search, page, limit }: ListInput): Promise<UserList> {
  const offset = (page - 1) * limit
  const list = await sql.begin('isolation level repeatable read read only', async (tx): Promise<UserList> => {
    if (search) {
      const { ids, total } = await searchPeople(tx, { search, offset, limit })
      return { users: await readUsers(tx, ids), total, hasNext: total === null || offset + limit < total }
    }
    const total = await countPeople(tx)
    const ids = (await selectPage(tx, total, offset, limit)).map(({ id }) => id)
    return { users: await readUsers(tx, ids), total, hasNext: offset + limit < total }
  })
  return list as UserList
}
