import type { Sql } from '../../server/src/platform/db/connection.ts'
import { dropIndexes, skipLog } from '../reads/bulk-load.ts'

const FIRST_TIME = "timestamptz '2024-01-01'"
const AMOUNT = 100
const NO_HEAD = "decode(repeat('00', 32), 'hex')"

/** The hash of a posting, from columns of these names: the text of contract/src/documents/chain.ts. */
const hashAfter = (head: string) =>
  `sha256(${head} || convert_to(concat_ws(E'\\n', account_id, number, transaction_id, transaction_id, 'wire_clearing', ${AMOUNT}, balance_after,
    (extract(epoch from at) * 1000)::bigint, (extract(epoch from at) * 1000)::bigint), 'UTF8'))`

/** Deposits by wire on every account, with chains that verify, in the order of their times. */
export async function fillChains(sql: Sql, accounts: number, postingsEach: number): Promise<void> {
  for (const setting of [
    'statement_timeout = 0',
    'lock_timeout = 0',
    'synchronous_commit = off',
    "maintenance_work_mem = '1GB'",
    "work_mem = '256MB'",
    // Skips the foreign key check of each row; the generated rows satisfy the foreign keys.
    "session_replication_role = 'replica'",
  ])
    await sql.unsafe(`set ${setting}`)
  await skipLog(sql)
  const createIndexes = await dropIndexes(sql, ['people', 'accounts', 'transactions', 'postings'])
  await sql.unsafe(`
    alter table postings drop constraint postings_pkey;
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select md5('p' || i)::uuid, 'p' || i, 'p' || i, 'Person', 'none', 'User', 'Active', ${FIRST_TIME}, ${FIRST_TIME}
    from generate_series(1, ${accounts}) i;
    insert into accounts (id, owner_id, number, opened_at, balance)
    select id, id, lpad(row_number() over (order by id)::text, 10, '0'), ${FIRST_TIME}, 0 from people;
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
    with recursive chain as (
      select id as account_id, 0::bigint as number, id as transaction_id, 0::bigint as balance_after, ${FIRST_TIME} as at, ${NO_HEAD} as hash
      from accounts
      union all
      select account_id, number, transaction_id, balance_after, at, ${hashAfter('hash')} from (
        select account_id, number + 1 as number, md5(account_id::text || number)::uuid as transaction_id,
          balance_after + ${AMOUNT} as balance_after, at + interval '1 hour' as at, hash
        from chain where number < ${postingsEach}) as next)
    select account_id, number, transaction_id, transaction_id, 'wire_clearing', ${AMOUNT}, balance_after, at, at, hash
    from chain where number > 0;
    alter table postings add primary key (account_id, number)`)
  await sql.unsafe(`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at)
    select transaction_id, account_id, 'Deposit', amount, 'Completed', 'adjustment', '', value_at, value_at, booked_at, booked_at
    from postings;
    update accounts a set posting_number = p.number, posting_head = p.hash, balance = p.balance_after
    from postings p where p.account_id = a.id and p.number = ${postingsEach}`)
  await createIndexes([sql], ['people', 'accounts', 'postings', 'transactions'], 'btree')
  await sql.unsafe('vacuum (analyze) people, accounts, postings, transactions')
}

/** One more deposit on some accounts, as in the time between two runs. */
export const postMore = (sql: Sql, accounts: number) =>
  sql.unsafe(`
    with next as (
      select id as account_id, posting_number + 1 as number, gen_random_uuid() as transaction_id, balance + ${AMOUNT} as balance_after,
        date_trunc('milliseconds', now()) as at, posting_head
      from accounts order by md5(id::text || posting_head::text) limit ${accounts}),
    linked as (select *, ${hashAfter('posting_head')} as hash from next),
    submitted as (
      insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at)
      select transaction_id, account_id, 'Deposit', ${AMOUNT}, 'Completed', 'adjustment', '', at, at, at, at from linked),
    posted as (
      insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
      select account_id, number, transaction_id, transaction_id, 'wire_clearing', ${AMOUNT}, balance_after, at, at, hash from linked)
    update accounts a set posting_number = l.number, posting_head = l.hash, balance = l.balance_after
    from linked l where l.account_id = a.id`)
