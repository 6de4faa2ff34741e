import type pg from 'pg'
import type { DatabaseHosts } from './database-hosts.ts'

type SessionSettings = { role: string; unlimited: string | null; readOnly: boolean }

/**
 * Refuses a connection whose settings did not arrive. A connection pooler such as PgBouncer may drop the parameters of the
 * start: requests would run as the owner of the tables, without time limits.
 */
export async function requireUsableSession(
  client: pg.ClientBase,
  { role, hosts }: { role: string | undefined; hosts: DatabaseHosts },
): Promise<void> {
  if (role === undefined && !hosts.needsWrites) return
  const { rows } = await client.query<SessionSettings>(`
    select current_user as role, current_setting('transaction_read_only')::bool as "readOnly",
      (select min(name) from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name
       where current_setting(name) = '0') as unlimited`)
  const [session] = rows
  if (!session) return
  if (hosts.needsWrites && session.readOnly) {
    hosts.failed(client)
    throw unusable('CONNECTION_READ_ONLY', 'This host accepts no writes.')
  }
  if (role === undefined) return
  const problem =
    session.role === role
      ? session.unlimited && `${session.unlimited} is 0`
      : `the role is ${session.role}, not ${role}`
  if (problem)
    throw unusable(
      'CONNECTION_SETTINGS',
      `The settings of the connection did not arrive (${problem}). See PgBouncer in docs/operations.md.`,
    )
}

const unusable = (code: string, message: string) => Object.assign(new Error(message), { code })
