import type { Sql } from '../../server/src/db/connection.ts'
import { recountPeople } from '../../server/src/people/people-count.ts'

export type Size = { people: number; transactions: number }

const FIRST_DAY = '2024-01-01'
const DAYS = 900
/** Coprime to every size used here, so that the sequence visits all people before it repeats. */
const STRIDE = 7919
/** One transaction in a hundred is the first person's, whose history grows with the bank. */
const FIRST_PERSON_EVERY = 100

/** Time-ordered like the bank's UUIDv7: 48 bits of time, the rest derived from the number. */
const idAt = (ms: string, number: string, salt: string) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '7' || lpad(to_hex((${number})::int % 4096), 3, '0') || '8' ||
    substr(md5('${salt}' || ${number}), 1, 15))::uuid`

/**
 * Fills the tables with set operations and without the ledger, because only reads are measured. Indexes are dropped first
 * and created again afterwards; with them, ten million rows would take an hour.
 */
export async function fill(sql: Sql, { people, transactions }: Size): Promise<void> {
  await sql.unsafe('set statement_timeout = 0')
  await sql.unsafe('set lock_timeout = 0')
  await sql.unsafe('set synchronous_commit = off')
  await sql.unsafe("set maintenance_work_mem = '512MB'")
  // Skips the foreign key check of each row; the generated rows satisfy the foreign keys.
  await sql.unsafe("set session_replication_role = 'replica'")
  const createIndexes = await dropIndexes(sql, ['people', 'accounts', 'transactions', 'audit'])
  await fillPeople(sql, people)
  // Ten transactions each at every size, so that responses of the same length are compared.
  const owners = Math.min(people, transactions / 10)
  await fillTransactions(sql, owners, transactions)
  await fillAudit(sql, owners, transactions / 10)
  await createIndexes()
  await recountPeople(sql)
  await sql.unsafe('vacuum (analyze) people, accounts, account_months, transactions, audit')
}

async function dropIndexes(sql: Sql, tables: string[]): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string; statistics: number }[]>`
    select i.indexname as name, i.indexdef as definition, coalesce(a.attstattarget, -1) as statistics
    from pg_indexes i join pg_attribute a on a.attrelid = i.indexname::regclass and a.attnum = 1
    where i.schemaname = 'public' and i.tablename = any(${tables})
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    for (const { name, definition, statistics } of indexes) {
      await sql.unsafe(definition)
      // The definition does not include the statistics target of an index expression.
      if (statistics >= 0) await sql.unsafe(`alter index ${name} alter column 1 set statistics ${statistics}`)
    }
  }
}

const start = `extract(epoch from timestamptz '${FIRST_DAY}')::bigint * 1000`

async function fillPeople(sql: Sql, people: number): Promise<void> {
  const step = Math.floor((DAYS * 86_400_000) / people)
  await sql.unsafe(`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select ${idAt(`${start} + i::bigint * ${step}`, 'i', 'p')}, email, email, 'Person ' || i, 'none', 'User', 'Active', at, at
    from (select i, 'person' || i || '@house' || i % 1000 || '.example' as email,
                 timestamptz '${FIRST_DAY}' + i * interval '${step} milliseconds' as at
          from generate_series(1, ${people}) as i) as generated`)
  await sql.unsafe(`
    insert into accounts (id, owner_id, opened_at, number, balance)
    select id, id, created_at, lpad((row_number() over (order by id))::text, 10, '0'), 100000 from people`)
  await sql.unsafe('create table numbered as select id, row_number() over (order by id) as n from people')
  await sql.unsafe('create unique index on numbered (n)')
}

/** One in a thousand is Pending, one in five hundred Declined, all others Completed; spread over owners and days. */
async function fillTransactions(sql: Sql, owners: number, transactions: number): Promise<void> {
  const step = Math.max(1, Math.floor((DAYS * 86_400_000) / transactions))
  await sql.unsafe(`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, decided_by, party_name)
    select ${idAt(`${start} + i::bigint * ${step}`, 'i', 't')}, p.id, case when out then 'Transfer' else 'Deposit' end,
           case when out then -cents else cents end, status, case when out then 'wire' else 'bank' end, 'REF-' || i, at, at,
           case when status = 'Completed' then at end, case when status <> 'Pending' then at end,
           case when status <> 'Pending' then p.id end, 'Counterparty ' || i
    from (select i, i % 2 = 0 as out, 100 + i % 100000 as cents,
                 case when i % 1000 = 1 then 'Pending' when i % 500 = 2 then 'Declined' else 'Completed' end as status,
                 timestamptz '${FIRST_DAY}' + i * interval '${step} milliseconds' as at
          from generate_series(1::bigint, ${transactions}) as i) as generated
    join numbered p on p.n = case when generated.i % ${FIRST_PERSON_EVERY} = 0 then 1 else 1 + (generated.i * ${STRIDE}) % ${owners} end`)
  await sql.unsafe(`
    insert into account_months (account_id, month, deposits, transfers)
    select account_id, date_trunc('month', value_at)::date, coalesce(sum(amount) filter (where amount > 0), 0),
           coalesce(-sum(amount) filter (where amount < 0), 0)
    from transactions where status = 'Completed' group by 1, 2`)
}

/** The customer with the longest history. */
export async function findBusiestCustomer(sql: Sql): Promise<string> {
  const [first] = await sql<{ id: string }[]>`select id from people order by id limit 1`
  if (!first) throw new Error('There are no people')
  return first.id
}

async function fillAudit(sql: Sql, owners: number, entries: number): Promise<void> {
  const step = Math.max(1, Math.floor((DAYS * 86_400_000) / entries))
  await sql.unsafe(`
    insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
    select p.id, i, ${idAt(`${start} + i::bigint * ${step}`, 'i', 'a')}, a.id, p.id,
           case i % 3 when 0 then 'account.funded' when 1 then 'person.updated' else 'pin.reset' end,
           '{}', '{"amountCents":"100"}', 'bench', timestamptz '${FIRST_DAY}' + i * interval '${step} milliseconds',
           sha256(convert_to(i::text, 'UTF8'))
    from generate_series(1::bigint, ${entries}) as i
    join numbered p on p.n = 1 + (i * ${STRIDE}) % ${owners}
    join numbered a on a.n = 1 + i % 20`)
}
