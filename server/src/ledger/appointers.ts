import type { Reader } from '../platform/db/connection.ts'

/**
 * Who gave `people p` their role, alone or as one of two, and who gave it to those, and so on: the ids, up to a role that a third person
 * has confirmed since. Roles given in a circle end it too.
 */
export const appointersOf = (sql: Reader) => sql`(
  with recursive appointers (id) as (
    select given.id from people s ${givers(sql)} where s.id = p.id and ${isUnconfirmed(sql)}
    union
    select given.id from appointers a join people s on s.id = a.id ${givers(sql)} where ${isUnconfirmed(sql)})
  select coalesce(array_agg(id), '{}') from appointers where id <> p.id)`

const givers = (sql: Reader) => sql`cross join lateral (values (s.role_given_by), (s.role_proposed_by)) as given (id)`
const isUnconfirmed = (sql: Reader) => sql`given.id is not null and (s.role_confirmed_at > s.role_given_at) is not true`

export const readAppointers = (sql: Reader, ids: readonly string[]) => sql<{ id: string; appointers: string[] }[]>`
  select p.id, ${appointersOf(sql)} as appointers from people p where p.id = any(${ids as string[]}::uuid[])`
