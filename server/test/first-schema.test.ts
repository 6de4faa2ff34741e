import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { checkInvariants } from '../src/ledger/books/invariants.ts'
import { openPool, type Sql } from '../src/platform/db/connection.ts'
import { migrate } from '../src/platform/db/migrator.ts'
import { createTestDatabase } from './database.ts'

const FIRST = '0001-people-and-ledger.sql'
const PEOPLE = 40
const TABLES = [
  'people',
  'sessions',
  'attempts',
  'uploads',
  'accounts',
  'transactions',
  'postings',
  'account_months',
  'idempotency',
  'outbox',
  'audit',
  'seals',
  'sealed_heads',
  'bank_facts',
] as const

/** The hash of an entry, as the ledger computes it. */
const hashOf = (previous: string, ...parts: string[]) => `
  sha256(${previous} || convert_to(concat_ws(E'\\n', ${parts.join(', ')}), 'UTF8'))`
const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`
const posting = (previous: string) =>
  hashOf(
    previous,
    ...['account_id', 'number', 'entry_id', 'transaction_id', 'contra', 'amount', 'balance_after'],
    milliseconds('value_at'),
    milliseconds('booked_at'),
  )
const ZERO = `decode(repeat('00', 32), 'hex')`
const auditHash = (number: number) =>
  hashOf(
    `coalesce((select p.hash from audit p where p.chain_id = audit.chain_id and p.number = ${number - 1}), ${ZERO})`,
    ...[
      'chain_id',
      'number',
      'id',
      'actor_id',
      `coalesce(subject_id::text, '')`,
      'action',
      'before::text',
      'after::text',
    ],
    'request_id',
    milliseconds('at'),
  )

/** A bank as the first version left it: two bookings each, one transfer that waits, one that was declined, and what belongs to it. */
const FILL = `
  insert into people (id, email, email_key, full_name, password_hash, mobile, dob, address, role, status, created_at, updated_at)
  select md5('p' || n)::uuid, n || '@Old.example', n || '@old.example', 'Person ' || n, 'hash', '555-' || n, '1980-02-29', 'Elm ' || n,
    case n when 1 then 'Admin' else 'User' end, case n when 2 then 'Pending' else 'Active' end,
    timestamptz '2024-01-01' + n * interval '1 hour', timestamptz '2024-01-02'
  from generate_series(1, ${PEOPLE}) n;
  insert into sessions select sha256(convert_to(email, 'UTF8')), md5('s' || email)::uuid, id, created_at, created_at, created_at + interval '30 days'
  from people;
  insert into attempts values ('login', 'someone', '2024-01-01', 3);
  insert into uploads select md5('u' || email)::uuid, id, 'image', 'image/png', '\\x0102', sha256(convert_to(email, 'UTF8')), created_at
  from people;
  insert into accounts (id, number, balance, held, posting_number, event_number, audit_number, pin_hash)
  select id, (1000000000 + row_number() over (order by id))::text, 700, 100, 2, 1, 3, '\\x01' from people;
  insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at,
    decided_by, party_name, reason)
  select md5(kind || a.id)::uuid, a.id, type, amount, status, method, 'Invoice ' || kind, timestamptz '2024-03-01' + step,
    timestamptz '2024-03-01' + step,
    case status when 'Completed' then timestamptz '2024-03-01' + step end,
    case status when 'Pending' then null else timestamptz '2024-03-01' + step end,
    case status when 'Pending' then null else md5('p1')::uuid end, case type when 'Transfer' then 'Tess' else '' end, ''
  from accounts a, (values
    ('d', 'Deposit', 1000, 'Completed', 'bank', interval '1 day'), ('t', 'Transfer', -300, 'Completed', 'wire', interval '2 days'),
    ('w', 'Transfer', -100, 'Pending', 'wire', interval '3 days'), ('x', 'Transfer', -50, 'Declined', 'wire', interval '4 days'))
    as k (kind, type, amount, status, method, step);
  insert into postings
  select account_id, 1, md5('e' || id)::uuid, id, 'wire_clearing', amount, 1000, value_at, booked_at, ${ZERO} from transactions
  where type = 'Deposit';
  update postings set hash = ${posting(ZERO)};
  insert into postings
  select t.account_id, 2, md5('e' || t.id)::uuid, t.id, 'wire_clearing', t.amount, 700, t.value_at, t.booked_at, ${ZERO}
  from transactions t where type = 'Transfer' and status = 'Completed';
  update postings set hash = ${posting('(select p.hash from postings p where p.account_id = postings.account_id and p.number = 1)')}
  where number = 2;
  insert into account_months select id, '2024-03-01', 1000, 300 from accounts;
  insert into idempotency select account_id, '/transfer', 'key', '\\x01', 'ok', id, value_at from transactions where status = 'Pending';
  insert into outbox select account_id, 1, 'deposit.approved', json_build_object('transactionId', id), value_at
  from transactions where type = 'Deposit';
  insert into audit select account_id, row_number() over (partition by account_id order by value_at), md5('a' || id)::uuid,
    md5('p1')::uuid, account_id, case status when 'Completed' then 'transaction.approved' else 'transaction.declined' end,
    json_build_object('transactionId', id, 'status', 'Pending'), json_build_object('status', status), 'request', value_at, ${ZERO}
  from transactions where status <> 'Pending';
  ${[1, 2, 3].map((number) => `update audit set hash = ${auditHash(number)} where number = ${number};`).join('\n')}
  update accounts a set posting_head = (select hash from postings where account_id = a.id and number = 2),
    audit_head = (select hash from audit where chain_id = a.id and number = 3);
  insert into seals values (1, '2024-04-01', ${ZERO});
  insert into sealed_heads select 1, id, posting_number, posting_head, audit_number, audit_head from accounts;
  update seals set hash = ${hashOf(
    ZERO,
    'number',
    milliseconds('at'),
    `(select string_agg(concat_ws(E'\\n', account_id, posting_number, encode(posting_head, 'hex'), audit_number,
       encode(audit_head, 'hex')), E'\\n' order by account_id) from sealed_heads)`,
  )};
  insert into bank_facts values ('time_zone', 'UTC');`

async function openFirstSchema(): Promise<{ owner: Sql; upgrade: () => Promise<void> }> {
  const database = await createTestDatabase()
  const owner = openPool(database.connection, { max: 1 })
  onTestFinished(async () => {
    await owner.end({ timeoutMs: 1_000 })
    await database.drop()
  })
  const text = await readFile(new URL(`../migrations/${FIRST}`, import.meta.url), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  await owner.unsafe('drop schema public cascade; create schema public; grant usage on schema public to public')
  await owner.unsafe(text)
  await owner.unsafe(`
    create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null);
    insert into schema_migrations values ('${FIRST}', '${hash}', now())`)
  return { owner, upgrade: () => migrate(database.connection) }
}

/** Every row of every table, as text, with these columns only. */
async function readRows(owner: Sql, columns: Record<string, string[]>): Promise<Record<string, string[]>> {
  const read = async (table: string) => {
    const rows = await owner.unsafe<{ row: string }[]>(
      `select jsonb_build_array(${columns[table]?.join(', ')})::text as row from ${table} order by 1`,
    )
    return rows.map(({ row }) => row)
  }
  const entries: [string, string[]][] = []
  for (const table of TABLES) entries.push([table, await read(table)])
  return Object.fromEntries(entries)
}

async function readColumns(owner: Sql): Promise<Record<string, string[]>> {
  const rows = await owner<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by 1`
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
}

test('Firefly III #2680, transactions gone after an upgrade: from the first schema, every row, column and sum is kept', async () => {
  const { owner, upgrade } = await openFirstSchema()
  await owner.unsafe(FILL)
  const columns = await readColumns(owner)
  const before = await readRows(owner, columns)
  expect(TABLES.map((table) => before[table]?.length)).not.toContain(0)
  expect(
    Object.keys(columns)
      .filter((table) => table !== 'schema_migrations')
      .sort(),
  ).toEqual([...TABLES].sort())
  await upgrade()
  // The bank's currency became a fact of its own; nothing else was added to these tables, and nothing is different.
  await owner`delete from bank_facts where name = 'currency'`
  expect(await readRows(owner, columns)).toEqual(before)
  expect(
    await owner`
      select (select sum(balance) from accounts)::int as balances, (select sum(amount) from postings)::int as postings,
        (select sum(held) from accounts)::int as held, (select -sum(amount) from transactions where status = 'Pending')::int as pending`,
  ).toEqual([{ balances: PEOPLE * 700, postings: PEOPLE * 700, held: PEOPLE * 100, pending: PEOPLE * 100 }])
  const findings = await checkInvariants(owner, 'UTC')
  expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
})
