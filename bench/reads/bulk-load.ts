import type { Sql } from '../../server/src/platform/db/connection.ts'

type Index = { name: string; table: string; method: string; definition: string; statistics: number }
/** Creates those of these tables, and of one kind, that are still missing. */
type CreateIndexes = (connections: readonly Sql[], tables: readonly string[], method?: string) => Promise<void>

/** Indexes that are no constraint. The connections share the work. */
export async function dropIndexes(sql: Sql, tables: readonly string[]): Promise<CreateIndexes> {
  const missing = await sql<Index[]>`
    select i.indexname as name, i.tablename as table, m.amname as method, i.indexdef as definition,
           coalesce(a.attstattarget, -1) as statistics
    from pg_indexes i join pg_attribute a on a.attrelid = i.indexname::regclass and a.attnum = 1
    join pg_class c on c.oid = i.indexname::regclass join pg_am m on m.oid = c.relam
    where i.schemaname = 'public' and i.tablename = any(${tables as string[]})
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`
  for (const { name } of missing) await sql.unsafe(`drop index ${name}`)
  return async (connections, tables, method) => {
    const wanted = missing.filter((index) => tables.includes(index.table) && (!method || index.method === method))
    for (const index of wanted) missing.splice(missing.indexOf(index), 1)
    await Promise.all(connections.map((connection) => createEach(connection, wanted)))
  }
}

async function createEach(sql: Sql, wanted: Index[]): Promise<void> {
  for (let index = wanted.shift(); index; index = wanted.shift()) {
    const { name, definition, statistics } = index
    await sql.unsafe(definition)
    // The definition does not include the statistics target of an index expression.
    if (statistics >= 0) await sql.unsafe(`alter index ${name} alter column 1 set statistics ${statistics}`)
  }
}

/**
 * Makes all tables unlogged: half of the filling time would be the log, and reads don't need it. Foreign keys between them
 * stand in the way, so they are created again without a check, and the planner knows them as before.
 */
export async function skipLog(sql: Sql): Promise<void> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  for (const { name } of tables) await sql.unsafe(`alter table ${name} set unlogged`)
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')} not valid`)
}
