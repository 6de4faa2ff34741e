-- concurrently
-- Imports that are undone, the accounts that staff say a number in a file means, and statement entries booked to the chart of accounts.
-- Each statement is a transaction of its own.

-- chart: an entry between its account, or suspense, and an account of the chart. chart_undo and undo: the opposite of a booking.
alter table contra_movements drop constraint if exists contra_movements_purpose_check, add constraint contra_movements_purpose_check
  check (purpose in ('statement', 'withdrawal', 'assignment', 'return', 'chart', 'chart_undo', 'undo')) not valid;
alter table contra_movements validate constraint contra_movements_purpose_check;
-- What belongs to customers is booked by postings only.
alter table contra_movements drop constraint if exists sides_of_account, add constraint sides_of_account check (
  case when purpose in ('chart', 'chart_undo') then
    (debit in ('suspense', 'outside:' || outside_account_id) or credit in ('suspense', 'outside:' || outside_account_id))
    and (debit in ('suspense', 'wire_clearing', 'crypto_clearing', 'adjustments') or debit ~ '^(outside|gl):')
    and (credit in ('suspense', 'wire_clearing', 'crypto_clearing', 'adjustments') or credit ~ '^(outside|gl):')
  else
    debit in ('suspense', 'wire_clearing', 'outside:' || outside_account_id)
    and credit in ('suspense', 'wire_clearing', 'outside:' || outside_account_id)
  end) not valid;
alter table contra_movements validate constraint sides_of_account;

-- Whose lines are in no list, sum or matching any more. The constraint says that two people are two.
create table if not exists statement_undos (
  statement_id uuid primary key references bank_statements (id),
  undone_by    uuid not null references people (id),
  -- The first of two people. Null: no line was ever booked, so one was enough.
  proposed_by  uuid references people (id),
  undone_at    timestamptz not null,
  constraint undone_by_two check (proposed_by <> undone_by)
);
grant select, insert on statement_undos to openteller_app;
alter table statement_undos disable row level security;
drop policy if exists reading on statement_undos;
create policy reading on statement_undos for select using (true);
drop policy if exists adding on statement_undos;
create policy adding on statement_undos for insert with check (
  not exists (select from bank_statement_lines l where l.statement_id = statement_undos.statement_id and l.state = 'booked')
  and (proposed_by is not null or not exists (
    select from bank_statement_lines l join contra_movements m on m.line_id = l.id
    where l.statement_id = statement_undos.statement_id
      and (m.purpose not in ('statement', 'withdrawal') or 'suspense' not in (m.debit, m.credit)))));
alter table statement_undos enable row level security;

-- After an import was undone, its file can be imported again.
alter table bank_statements add column if not exists round smallint not null default 0;
drop index concurrently if exists bank_statements_of_file;
create unique index concurrently bank_statements_of_file on bank_statements (outside_account_id, file_hash, round);
alter table bank_statements drop constraint if exists bank_statements_outside_account_id_file_hash_key;

alter table bank_statement_lines drop constraint if exists bank_statement_lines_state_check, add constraint bank_statement_lines_state_check
  check (state in ('matched', 'suggested', 'unmatched', 'booked', 'ignored', 'undone')) not valid;
alter table bank_statement_lines validate constraint bank_statement_lines_state_check;
alter table bank_statement_lines drop constraint if exists undone_not_in_suspense, add constraint undone_not_in_suspense
  check (state <> 'undone' or not in_suspense) not valid;
alter table bank_statement_lines validate constraint undone_not_in_suspense;
grant update (identity) on bank_statement_lines to openteller_app;
-- A line is undone with its statement, finally. It gives its identity up, for the same line of the next import, and only then.
alter table bank_statement_lines disable row level security;
drop policy if exists reading on bank_statement_lines;
create policy reading on bank_statement_lines for select using (true);
drop policy if exists adding on bank_statement_lines;
create policy adding on bank_statement_lines for insert with check (state <> 'undone');
drop policy if exists deciding on bank_statement_lines;
create policy deciding on bank_statement_lines for update using (true) with check (exists (
  select from bank_statement_lines old
  where old.id = bank_statement_lines.id and (
    (old.identity = bank_statement_lines.identity and (old.state = 'undone') = (bank_statement_lines.state = 'undone'))
    or (old.state not in ('booked', 'undone') and bank_statement_lines.state = 'undone'
      and bank_statement_lines.identity = sha256(old.identity || uuid_send(old.id))
      and exists (select from statement_undos u where u.statement_id = old.statement_id)))));
alter table bank_statement_lines enable row level security;

-- The account that a number in files means, because staff said so. Without separators and leading zeros.
create table if not exists statement_numbers (
  number             text primary key check (number <> ''),
  outside_account_id uuid not null references outside_accounts (id),
  -- The import with which it was said. Undoing that forgets it.
  statement_id       uuid references bank_statements (id),
  said_by            uuid not null references people (id),
  said_at            timestamptz not null
);
create index if not exists statement_numbers_of_account on statement_numbers (outside_account_id, said_at);
grant select, insert, update, delete on statement_numbers to openteller_app;
