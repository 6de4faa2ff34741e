import type { Sql } from '#server/platform/db/connection.ts'

/** Rows that migrations have to read: of no one who sends requests, and written without the ledger. */
export async function fillTables(sql: Sql, rows: number): Promise<void> {
  await sql.unsafe('set statement_timeout = 0')
  await sql.unsafe('set synchronous_commit = off')
  // Skips the check of foreign keys, which the rows satisfy: a migration may validate them.
  await sql.unsafe("set session_replication_role = 'replica'")
  const at = "timestamptz '2025-01-01' + i * interval '1 second'"
  const id = (salt: string) => `md5('${salt}' || i)::uuid`
  const series = `from generate_series(1::bigint, ${rows}) as i`
  // A person for every ten rows.
  const owner = `md5('person' || (i + 9) / 10)::uuid`
  const owners = `from generate_series(1::bigint, ${Math.ceil(rows / 10)}) as i`
  await sql.unsafe(`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select ${id('person')}, email, email, 'Person ' || i, 'none', 'User', 'Active', at, at
    from (select i, 'person' || i || '@trial.example' as email, ${at} as at ${owners}) as generated`)
  await sql.unsafe(`
    insert into accounts (id, owner_id, kind, opened_at, number)
    select ${id('person')}, ${id('person')}, 'main', ${at}, lpad(i::text, 10, '0') ${owners}`)
  await sql.unsafe(`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, decided_at, party_name)
    select ${id('transaction')}, ${owner}, 'Transfer', -100, 'Declined', 'wire', 'REF-' || i, ${at}, ${at}, ${at}, 'Payee' ${series}`)
  await sql.unsafe(`
    insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
    select ${owner}, i, ${id('audit')}, ${owner}, ${owner}, 'person.updated', '{}', '{}', 'trial', ${at},
           sha256(convert_to(i::text, 'UTF8')) ${series}`)
  await sql.unsafe(`
    insert into outbox (person_id, number, kind, data, created_at, read_at)
    select ${owner}, i, 'trial', '{}', ${at}, ${at} ${series}`)
  await sql.unsafe(`
    insert into idempotency (person_id, route, key, request_hash, outcome, created_at)
    select ${owner}, 'POST /transfer', 'trial ' || i, sha256(convert_to(i::text, 'UTF8')), 'ok', ${at} ${series}`)
}
