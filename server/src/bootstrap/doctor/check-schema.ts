import { APPLICATION_ROLE, type Reader, type Sql } from '../../platform/db/connection.ts'
import { type Migration, reportSchema } from '../../platform/db/migrator.ts'
import { notChecked, ok, type Verdict, wrong } from './verdict.ts'

const NO_BANK = "This database holds no bank, or its user may not read it: run 'npm run migrate'."

export async function checkSchema(sql: Sql): Promise<Verdict> {
  const schema = await reportSchema(sql)
  if (!schema) return wrong(NO_BANK)
  const { applied, missing, unknown } = schema
  const changed = missing.filter((name) => applied.some((migration) => migration.name === name))
  if (changed.length > 0)
    return wrong(`${changed.join(', ')} was applied with another text: install the version that the database is of.`)
  if (unknown.length > 0)
    return wrong(
      `The database has ${unknown.join(', ')} of a later version: start that one; for a rollback by one version set ACCEPT_NEWER_SCHEMA=on.`,
    )
  if (missing.length > 0) return wrong(`Not applied yet: ${missing.join(', ')}. Run 'npm run migrate'.`)
  return ok(`${applied.length} migrations are applied, none is missing`)
}

/** What the application may do is what the migrations grant it, and nothing more. */
export async function checkRights(sql: Sql): Promise<Verdict> {
  const schema = await reportSchema(sql)
  if (!schema) return notChecked('this database holds no bank')
  const [expected, found] = [grantedBy(schema.applied), await readGrants(sql)]
  const problems = [
    ...(await readRoleProblems(sql)),
    ...list('may also', difference(found, expected)),
    ...list('may not', difference(expected, found)),
    ...list('has no row-level security on', difference(securedBy(schema.applied), await readSecured(sql))),
  ]
  if (problems.length > 0)
    return wrong(
      `${APPLICATION_ROLE} ${problems.join('; ')}. Grant or revoke it as the owner, and find out who changed it.`,
    )
  return ok(`${APPLICATION_ROLE} has the ${found.size} rights that the migrations grant`)
}

const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((entry) => !other.has(entry))
const list = (what: string, entries: readonly string[]) =>
  entries.length > 0 ? [`${what} ${[...entries].sort().join(', ')}`] : []

const GRANT_OR_REVOKE = new RegExp(`^(grant|revoke) ([^;]+?)\\s+on ([^;]+?)\\s+(?:to|from) ${APPLICATION_ROLE};`, 'gm')
const PRIVILEGE = /(\w+)(?:\s*\(([^)]*)\))?/g

/** 'update(seen_at) on messages': the migrations grant rights on tables and columns, and take some back. */
function grantedBy(migrations: readonly Migration[]): Set<string> {
  const granted = new Set<string>()
  for (const { text } of migrations)
    for (const [, verb, privileges = '', tables = ''] of text.matchAll(GRANT_OR_REVOKE))
      for (const right of rightsIn(privileges, tables)) verb === 'grant' ? granted.add(right) : granted.delete(right)
  return granted
}

const rightsIn = (privileges: string, tables: string): string[] =>
  [...privileges.matchAll(PRIVILEGE)].flatMap(([, privilege, columns]) =>
    names(tables).flatMap((table) =>
      columns === undefined
        ? `${privilege} on ${table}`
        : names(columns).map((column) => `${privilege}(${column}) on ${table}`),
    ),
  )

const names = (text: string) => text.split(',').map((name) => name.trim())

const securedBy = (migrations: readonly Migration[]): Set<string> =>
  new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/^alter table (\w+) enable row level security;/gm)].map(([, table]) => table ?? ''),
    ),
  )

/** Rights of the application, of the user of this connection, and of everyone, except those of an owner. */
async function readGrants(sql: Reader): Promise<Set<string>> {
  const rows = await sql<{ granted: string }[]>`
    with tables as (
      select c.oid, c.relname, c.relowner, c.relacl from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')),
    acls as (
      select relname, relowner, '' as part, acl.* from tables, aclexplode(relacl) acl
      union all
      select relname, relowner, '(' || attname || ')', acl.*
      from tables join pg_attribute on attrelid = oid and not attisdropped, aclexplode(attacl) acl)
    select distinct lower(privilege_type) || part || ' on ' || relname as granted
    from acls left join pg_roles r on r.oid = grantee
    where grantee <> relowner and (grantee = 0 or rolname in (${APPLICATION_ROLE}, session_user))`
  return new Set(rows.map(({ granted }) => granted))
}

async function readSecured(sql: Reader): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`select relname as name from pg_class where relrowsecurity`
  return new Set(rows.map(({ name }) => name))
}

type RoleFacts = { exempt: boolean; owns: string | null }

async function readRoleProblems(sql: Reader): Promise<string[]> {
  const [role] = await sql<RoleFacts[]>`
    select rolsuper or rolbypassrls or rolcreaterole as exempt,
      (select min(relname) from pg_class where relowner = r.oid) as owns
    from pg_roles r where rolname = ${APPLICATION_ROLE}`
  if (!role) return ['does not exist']
  return [
    ...(role.exempt ? ['is a superuser, or has BYPASSRLS or CREATEROLE'] : []),
    ...(role.owns === null ? [] : [`owns ${role.owns}`]),
  ]
}
