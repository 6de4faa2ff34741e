import type { Config } from '../../platform/config/config.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { DatabaseClock, describeSkew } from '../../platform/db/database-clock.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { SERVER_CONNECTIONS } from '../pool-sizes.ts'
import { ok, type Verdict, wrong } from './verdict.ts'

const OLDEST_VERSION = 150_000
/** Replication, backups and an operator need these. */
const OTHER_CONNECTIONS = 10

export async function checkClock(sql: Sql, machine?: () => Date): Promise<Verdict> {
  const clock = new DatabaseClock(machine ? { machine } : {})
  try {
    await clock.requireRight(sql)
    return ok(`${describeSkew(clock.skewMs)} the database's`)
  } catch (error) {
    if (error instanceof StartError) return wrong(error.message)
    throw error
  }
}

export async function checkVersion(sql: Sql): Promise<Verdict> {
  const [row] = await sql<{ version: string; number: number }[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`
  return judgeVersion(row?.version ?? 'unknown', row?.number ?? 0)
}

export const judgeVersion = (version: string, number: number): Verdict =>
  number >= OLDEST_VERSION
    ? ok(`PostgreSQL ${version}`)
    : wrong(`PostgreSQL ${version}: the bank needs 15 or later. Dump and restore into a newer one.`)

type RequiredSetting = { name: string; values: readonly string[]; otherwise: string }

/** What the guarantees of the bank rest on. */
const REQUIRED: readonly RequiredSetting[] = [
  { name: 'fsync', values: ['on'], otherwise: 'a crash of the machine destroys the database' },
  { name: 'full_page_writes', values: ['on'], otherwise: 'a crash of the machine damages pages' },
  { name: 'synchronous_commit', values: ['on', 'remote_apply'], otherwise: 'a crash loses acknowledged transfers' },
  { name: 'wal_level', values: ['replica', 'logical'], otherwise: 'no standby and no archive of the log is possible' },
  { name: 'server_encoding', values: ['UTF8'], otherwise: 'names of people are damaged or refused' },
  {
    name: 'transaction_read_only',
    values: ['off'],
    otherwise: 'the bank writes; DATABASE_URL must lead to the primary',
  },
]

export async function checkSettings({ databaseUrl, backupDir }: Config, sql: Sql): Promise<Verdict> {
  const archived: readonly RequiredSetting[] =
    databaseUrl === null && backupDir !== null
      ? [
          {
            name: 'archive_mode',
            values: ['on', 'always'],
            otherwise: 'BACKUP_DIR gets no log; restart the server with BACKUP_DIR',
          },
        ]
      : []
  const problems: string[] = []
  for (const { name, values, otherwise } of [...REQUIRED, ...archived]) {
    const value = await readSetting(sql, name)
    if (!values.includes(value)) problems.push(`${name} is ${value}, not ${values[0]}: ${otherwise}`)
  }
  if (problems.length > 0) return wrong(`${problems.join('; ')}. Change it in PostgreSQL.`)
  return ok([...REQUIRED, ...archived].map(({ name }) => name).join(', '))
}

async function readSetting(sql: Reader, name: string): Promise<string> {
  const [row] = await sql<{ value: string }[]>`select current_setting(${name}::text) as value`
  return row?.value ?? 'unknown'
}

/** A server writes its row every five seconds. */
export async function countServers(sql: Reader): Promise<number> {
  const [row] = await sql<{ servers: number }[]>`
    select count(*)::int as servers from write_probes where written_at > now() - interval '1 minute'`
  return row?.servers ?? 0
}

type ConnectionCounts = { max: number; used: number; limit: number }

export async function checkConnections(sql: Sql): Promise<Verdict> {
  const [counts] = await sql<ConnectionCounts[]>`
    select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as max,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      (select rolconnlimit from pg_roles where rolname = session_user) as limit`
  if (!counts) return wrong('PostgreSQL returned no settings.')
  const servers = Math.max(1, await countServers(sql))
  const { max, used, limit } = counts
  const [ofServers, all] = [servers * SERVER_CONNECTIONS, servers * SERVER_CONNECTIONS + OTHER_CONNECTIONS]
  const need = `${servers} ${servers === 1 ? 'server needs' : 'servers need'}`
  if (max < all)
    return wrong(`PostgreSQL allows ${max}, and ${need} ${all} (${SERVER_CONNECTIONS} each): raise max_connections.`)
  if (limit >= 0 && limit < ofServers)
    return wrong(`The user of DATABASE_URL may have ${limit}, and ${need} ${ofServers}: raise its connection limit.`)
  if (max - used < OTHER_CONNECTIONS)
    return wrong(`${used} of ${max} are in use: see who has them in pg_stat_activity, or raise max_connections.`)
  return ok(`${used} of ${max} in use; ${need} ${all}`)
}
