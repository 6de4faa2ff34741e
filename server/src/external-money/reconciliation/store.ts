import type { ReconciliationKind } from '#contract/external-money/reconciliation-kinds.ts'
import { MAX_RECONCILIATION_ENTRIES } from '#contract/external-money/reconciliation-kinds.ts'
import { OWN_TRANSFERS } from '../../ledger/own-transfers.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

export type AccountRow = { id: string; contra: string; name: string; number: string; currency: string }

export const readAccounts = (sql: Reader, accountId: string | undefined) => sql<AccountRow[]>`
  select id, contra, name, number, currency from outside_accounts
  where ${accountId ?? null}::uuid is null or id = ${accountId ?? null} order by name, id`

/** Debits minus credits that movements, and journal entries by hand, booked to each contra account. */
export async function readMovementBalances(tx: Tx): Promise<Map<string, bigint>> {
  const rows = await tx<{ account: string; balance: string }[]>`
    select account, sum(amount) as balance
    from (select debit as account, amount from contra_movements
          union all select credit, -amount from contra_movements
          union all select account, debit - credit from journal_lines) sides
    group by account`
  return new Map(rows.map(({ account, balance }) => [account, BigInt(balance)]))
}

export type StatementRow = {
  id: string
  outside_account_id: string
  from_on: string
  to_on: string
  opening: bigint | null
  closing: bigint
  imported_at: Date
}

/** Some banks date an entry before or after the days of its statement. */
export const readStatements = (sql: Reader, accountIds: readonly string[]) => sql<StatementRow[]>`
  select s.id, s.outside_account_id, least(s.from_on, l.first_on)::text as from_on,
    greatest(s.to_on, l.last_on)::text as to_on, s.opening, s.closing, s.imported_at
  from bank_statements s
  left join lateral (select min(booked_on) as first_on, max(booked_on) as last_on
                     from bank_statement_lines where statement_id = s.id) l on true
  where s.outside_account_id = any(${accountIds}) and s.closing is not null
    and not exists (select 1 from statement_undos u where u.statement_id = s.id)`

export const readDaySums = (sql: Reader, accountIds: readonly string[]) => sql<
  { outside_account_id: string; on: string; amount: string }[]
>`
  select outside_account_id, booked_on::text as on, sum(amount) as amount from bank_statement_lines
  where outside_account_id = any(${accountIds}) and state <> 'undone' group by outside_account_id, booked_on`

/** When the days of statements begin; null before the first import. */
export async function firstStatementDay(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select min(from_on)::text as day from bank_statements s
    where not exists (select 1 from statement_undos u where u.statement_id = s.id)`
  return row?.day ?? null
}

/** One entry of an item; every row has the count and the sum of all entries of its kind and account. */
export type ItemRow = {
  kind: ReconciliationKind
  outside_account_id: string | null
  count: bigint
  total: string
  on: string
  amount: bigint
  text: string
  reason: string
  reference: string
  statement_entry_id: string | null
  statement_id: string | null
  transaction_id: string | null
  owner_id: string | null
}

/** The oldest entries of each kind, with count and sum over all of them. */
const ranked = (sql: Reader, entries: ReturnType<typeof statementItems>) => sql<ItemRow[]>`
  select * from (
    select e.*, count(*) over kinds as count, sum(amount) over kinds as total,
      row_number() over (partition by kind, outside_account_id order by e.on, position) as place
    from (${entries}) e
    window kinds as (partition by kind, outside_account_id)) ranked
  where place <= ${MAX_RECONCILIATION_ENTRIES} order by place`

const statementItems = (sql: Reader, columns: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) => sql`
  select ${columns}, l.id as position, l.booked_on::text as on,
    left(concat_ws(', ', nullif(l.counterparty_name, ''), nullif(l.text, '')), 200) as text,
    coalesce(l.ignored_reason, l.returned_reason, '') as reason, coalesce(l.bank_reference, l.end_to_end_id, '') as reference,
    l.id as statement_entry_id, l.statement_id, l.transaction_id, coalesce(l.person_id, a.owner_id) as owner_id
  from bank_statement_lines l
  left join transactions t on t.id = l.transaction_id left join accounts a on a.id = t.account_id
  where ${condition}`

/** Statement entries that the ledger has not booked, by state. */
export const readUnbookedEntries = (sql: Reader, accountIds: readonly string[]) =>
  ranked(
    sql,
    statementItems(
      sql,
      sql`'line_' || l.state as kind, l.outside_account_id, l.amount`,
      sql`l.state in ('matched', 'suggested', 'ignored') and not l.in_suspense and l.amount <> 0
        and l.outside_account_id = any(${accountIds})`,
    ),
  )

export const readSuspenseEntries = (sql: Reader) =>
  ranked(
    sql,
    statementItems(sql, sql`'suspense_line' as kind, null::uuid as outside_account_id, l.amount`, sql`l.in_suspense`),
  )

/** Unmatched credits that go back to their sender: owed through wire clearing until a statement entry shows that they left. */
export const readSenderReturns = (sql: Reader) =>
  ranked(
    sql,
    statementItems(
      sql,
      sql`'sender_return_without_line' as kind, null::uuid as outside_account_id, -l.amount as amount`,
      sql`l.returned_reason is not null and l.state = 'booked'
        and not exists (select 1 from bank_statement_lines c where c.return_of = l.id and c.state = 'booked')`,
    ),
  )

/** What was booked by hand to an account, each line an entry of its own. `sign`: -1 where the books explain a statement. */
export const readByHand = (sql: Reader, account: string, sign: 1 | -1) =>
  ranked(
    sql,
    sql`
    select 'journal_entry' as kind, null::uuid as outside_account_id, (l.debit - l.credit) * ${sign}::int as amount, e.id as position,
      e.value_on::text as on, e.text, '' as reason, e.number::text as reference, null::uuid as statement_entry_id,
      null::uuid as statement_id, null::uuid as transaction_id, null::uuid as owner_id
    from journal_lines l join journal_entries e on e.id = l.entry_id where l.account = ${account}`,
  )

/** What deposits credited, less what arrived for them: stays in wire clearing. */
export const readDepositDifferences = (sql: Reader) =>
  ranked(
    sql,
    statementItems(
      sql,
      sql`'deposit_difference' as kind, null::uuid as outside_account_id, -l.difference as amount`,
      sql`l.difference <> 0 and l.state = 'booked'`,
    ),
  )

/** What staff booked to wire clearing itself. */
export const readClearingEntries = (sql: Reader) =>
  ranked(
    sql,
    statementItems(
      sql,
      sql`'clearing_line' as kind, null::uuid as outside_account_id, -l.amount as amount`,
      sql`l.gl_account = 'wire_clearing' and l.state = 'booked'`,
    ),
  )

/**
 * Transfers between own accounts, less pairs of entries that show the same one from both sides: of equal ones the first with the first. One
 * without a named other account has no pair.
 */
export const readOpenTransfers = (sql: Reader) =>
  ranked(
    sql,
    statementItems(
      sql,
      sql`'own_transfer_open' as kind, null::uuid as outside_account_id, -l.amount as amount`,
      sql`l.id in (
        with transfers as (
          select e.id, e.amount, 'outside:' || e.outside_account_id as own, e.gl_account as other,
            row_number() over (partition by e.outside_account_id, e.gl_account, e.amount order by e.booked_on, e.id) as turn
          from bank_statement_lines e
          where e.state = 'booked' and (e.gl_account like 'outside:%' or e.gl_account = ${OWN_TRANSFERS}))
        select t.id from transfers t where not exists (
          select from transfers o where o.own = t.other and o.other = t.own and o.amount = -t.amount and o.turn = t.turn))`,
    ),
  )

const isCleared = (sql: Reader, transactionId: ReturnType<typeof sql>) =>
  sql`exists (select 1 from bank_statement_lines c where c.transaction_id = ${transactionId} and c.state = 'booked')`

/**
 * Customers' wires booked since a moment that no booked statement entry clears. A wire that was reversed before it was on a
 * statement will never be on one: it and its reversal are left out.
 */
export const readOpenWires = (sql: Reader, since: Date, zone: string) =>
  ranked(
    sql,
    sql`
    select case
        when t.is_return then 'return_without_line' when t.reverses_id is not null then 'reversal_without_line'
        when t.type = 'Deposit' then 'deposit_without_line' when r.sent_at is not null then 'transfer_sent'
        else 'transfer_not_sent' end as kind,
      null::uuid as outside_account_id, t.amount, t.id as position,
      (t.booked_at at time zone ${zone})::date::text as on, t.party_name as text, '' as reason, t.reference,
      null::uuid as statement_entry_id, null::uuid as statement_id, t.id as transaction_id, a.owner_id
    from postings p join transactions t on t.id = p.transaction_id join accounts a on a.id = t.account_id
    left join run_payments i on i.transaction_id = t.id left join payment_runs r on r.id = i.run_id
    left join transactions o on o.id = t.reverses_id and not t.is_return
    left join transactions u on u.reverses_id = t.id and not u.is_return and u.status = 'Completed'
    where p.contra = 'wire_clearing' and p.booked_at >= ${since} and not ${isCleared(sql, sql`t.id`)}
      and not coalesce(o.booked_at >= ${since} and not ${isCleared(sql, sql`o.id`)}, false)
      and not coalesce(u.booked_at >= ${since} and not ${isCleared(sql, sql`u.id`)}, false)`,
  )

/** Wires booked before a moment that a later statement entry clears. */
export async function sumClearedBefore(sql: Reader, before: Date): Promise<{ amountCents: bigint; count: bigint }> {
  const [row] = await sql<{ amount: string; count: bigint }[]>`
    select coalesce(sum(t.amount), 0) as amount, count(*) as count
    from bank_statement_lines l join transactions t on t.id = l.transaction_id
    where l.state = 'booked' and t.status = 'Completed' and t.booked_at < ${before}`
  return { amountCents: BigInt(row?.amount ?? 0), count: row?.count ?? 0n }
}

export async function sumWiresBefore(sql: Reader, before: Date): Promise<{ amountCents: bigint; count: bigint }> {
  const [row] = await sql<{ amount: string; count: bigint }[]>`
    select coalesce(sum(amount), 0) as amount, count(*) as count from postings
    where contra = 'wire_clearing' and booked_at < ${before}`
  return { amountCents: BigInt(row?.amount ?? 0), count: row?.count ?? 0n }
}
