import type { Sql } from '../../server/src/platform/db/connection.ts'

const FIRST_DAY = '2024-01-01'
const DAYS = 900
/** Coprime to every size used here, so that the sequence visits all people before it repeats. */
const STRIDE = 7919
/** One transaction in a hundred is the first person's, whose history grows with the bank. */
const FIRST_PERSON_EVERY = 100
/** In this month the first person has as many transactions in every bank: statements of the same length are compared. */
export const BUSY_MONTH = '2025-02'
export const BUSY_MONTH_LINES = 300
/** Notes are written by hand, so there are as many in every bank. */
const NOTE_EVERY = 6

/** Time-ordered like the bank's UUIDv7: 48 bits of time, the rest derived from the number. */
const idAt = (ms: string, number: string, salt: string) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '7' || lpad(to_hex((${number})::int % 4096), 3, '0') || '8' ||
    substr(md5('${salt}' || ${number}), 1, 15))::uuid`
const start = `extract(epoch from timestamptz '${FIRST_DAY}')::bigint * 1000`
const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint`

/**
 * Every fifth person has a savings account too; the first person has two. The addresses of eleven people have a word of their own,
 * in a bank of any size: their search has a page of matches in each.
 */
export async function fillPeople(sql: Sql, people: number): Promise<void> {
  const step = Math.floor((DAYS * 86_400_000) / people)
  await sql.unsafe(`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select ${idAt(`${start} + i::bigint * ${step}`, 'i', 'p')}, email, email, 'Person ' || i, 'none', 'User', 'Active', at, at
    from (select i, case when i <= 11 then 'founder' else 'person' end || i || '@house' || i % 1000 || '.example' as email,
                 timestamptz '${FIRST_DAY}' + i * interval '${step} milliseconds' as at
          from generate_series(1, ${people}) as i) as generated`)
  await sql.unsafe(`
    create unlogged table numbered as
    select id, created_at, n, case when n % 5 = 1 then ${idAt(msOf('created_at'), 'n', 's')} end as savings_id,
           case when n = 1 then ${idAt(msOf('created_at'), 'n', 'h')} end as second_savings_id
    from (select id, created_at, row_number() over (order by id) as n from people) as people`)
  await sql.unsafe('create unique index on numbered (n)')
  await sql.unsafe('analyze numbered')
  const insertAccounts = (id: string, first: number, columns: string, values: string) =>
    sql.unsafe(`
      insert into accounts (id, owner_id, opened_at, number, balance, ${columns})
      select ${id}, id, created_at, lpad((${first} + n)::text, 10, '0'), 100000, ${values} from numbered where ${id} is not null`)
  await insertAccounts('id', 0, 'kind', "'main'")
  await insertAccounts('savings_id', 2_000_000_000, 'kind, name', "'savings', 'Savings'")
  await insertAccounts('second_savings_id', 3_000_000_000, 'kind, name', "'savings', 'Holidays'")
}

/**
 * One in a thousand is Pending, one in five hundred Declined, all others Completed; spread over owners and days. A tenth of
 * the transactions of people with a savings account are its own. Some have risk flags, one of which is rare.
 */
export async function fillTransactions(sql: Sql, owners: number, transactions: number): Promise<void> {
  const step = Math.max(1, Math.floor((DAYS * 86_400_000) / transactions))
  await insertTransactions(sql, {
    numbers: `generate_series(1::bigint, ${transactions})`,
    time: `timestamptz '${FIRST_DAY}' + i * interval '${step} milliseconds'`,
    owner: `case when i % ${FIRST_PERSON_EVERY} = 0 and to_char(at, 'YYYY-MM') <> '${BUSY_MONTH}' then 1 else 2 + (i * ${STRIDE}) % ${owners - 1} end`,
  })
  await insertTransactions(sql, {
    numbers: `generate_series(${transactions + 1}::bigint, ${transactions + BUSY_MONTH_LINES})`,
    time: `timestamptz '${BUSY_MONTH}-01 12:00' + (i - ${transactions}) * interval '2 hours'`,
    owner: '1',
    ownMain: true,
  })
  await sql.unsafe(`
    insert into account_months (account_id, month, deposits, transfers)
    select account_id, date_trunc('month', value_at)::date, coalesce(sum(amount) filter (where amount > 0), 0),
           coalesce(-sum(amount) filter (where amount < 0), 0)
    from transactions where status = 'Completed' group by 1, 2`)
}

type RowPlan = { numbers: string; time: string; owner: string; ownMain?: boolean }

const insertTransactions = (sql: Sql, { numbers, time, owner, ownMain = false }: RowPlan) =>
  sql.unsafe(`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, decided_by, party_name, party_account, party_bank, flags)
    select ${idAt(msOf('at'), 'i', 't')},
           case when ${ownMain} then p.id when (i / 100) % 10 = 1 then coalesce(p.second_savings_id, p.savings_id, p.id)
                when (i / 100) % 10 = 2 then coalesce(p.savings_id, p.id) else p.id end,
           case when out then 'Transfer' else 'Deposit' end,
           case when out then -cents else cents end, status, case when out then 'wire' else 'bank' end, 'REF-' || i, at, at,
           case when status = 'Completed' then at end, case when status <> 'Pending' then at end,
           case when status <> 'Pending' then p.id end, 'Counterparty ' || i,
           case when out then lpad((i % 997)::text, 10, '0') else '' end, case when out then 'Example Bank' else '' end,
           case when i % 4999 = 3 then 'large' when i % 3000 = 1 then 'new_payee' when i % 53 = 0 then 'new_payee velocity' when i % 59 = 0 then 'new_payee' else '' end
    from (select i, at, (i + i / 100) % 4 = 0 as out, case when (i + i / 100) % 4 = 0 then 100 + i % 1000 else 2000 + i % 100000 end as cents,
                 case when i % 1000 = 1 then 'Pending' when i % 500 = 2 then 'Declined' else 'Completed' end as status
          from (select i, ${time} as at from ${numbers} as i) as timed) as generated
    join numbered p on p.n = ${owner}`)

/** Balances follow from the amounts: deposits are more and larger than transfers, so that none is negative. */
export async function fillPostings(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
    select account_id, row_number() over own, id, id, 'wire_clearing', amount, 1000000 + sum(amount) over own, value_at, booked_at,
           sha256(uuid_send(id))
    from transactions where status = 'Completed'
    window own as (partition by account_id order by booked_at, id)`)
  // Only of the accounts that a job looks for: those with many postings.
  await sql.unsafe(`
    update accounts a set posting_number = p.last
    from (select account_id, max(number) as last from postings
          where account_id in (select id from accounts where owner_id = (select id from numbered where n = 1)) group by account_id) p
    where a.id = p.account_id`)
}

/** Categories on one transaction in two hundred, and what people last chose for their payees. */
export async function fillLabels(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into transaction_labels (transaction_id, person_id, category, updated_at)
    select t.id, a.owner_id, case when t.amount < 0 then 'groceries' else 'income' end, t.value_at
    from transactions t join accounts a on a.id = t.account_id where substr(t.reference, 5)::bigint % 200 = 100`)
  await sql.unsafe(`
    insert into payee_categories (person_id, account_number, bank_name, category)
    select id, lpad(payee::text, 10, '0'), 'Example Bank', 'leisure'
    from numbered cross join generate_series(0, 2) as payee where n % 10 = 1`)
}

export const labelBusyMonth = (sql: Sql, transactions: number) =>
  sql.unsafe(`
    insert into transaction_labels (transaction_id, person_id, note, category, updated_at)
    select t.id, a.owner_id, 'Birthday ' || t.reference, 'family', t.value_at
    from transactions t join accounts a on a.id = t.account_id
    where substr(t.reference, 5)::bigint > ${transactions} and substr(t.reference, 5)::bigint % ${NOTE_EVERY} = 0
    on conflict (transaction_id) do update set note = excluded.note`)

export async function fillAudit(sql: Sql, owners: number, entries: number): Promise<void> {
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
