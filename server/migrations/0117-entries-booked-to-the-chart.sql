-- concurrently
-- Statement entries that are booked to the chart of accounts, and bookings that are undone. Each statement is a transaction of its own.

-- What the bank's own accounts send each other: one entry puts it here, the entry of the other account takes it.
insert into gl_accounts (code, account, name, type) values ('1020', 'gl:1020', 'Transfers between own accounts', 'asset')
on conflict do nothing;

-- As gl_accounts.account; of an own transfer, the other account. Set while a second person has to confirm it, too.
alter table bank_statement_lines add column if not exists gl_account text;
alter table bank_statement_lines add column if not exists gl_text text;
-- Who has asked to undo the booking, while a second person has to confirm that.
alter table bank_statement_lines add column if not exists undo_proposed_by uuid;
alter table bank_statement_lines add column if not exists undo_proposed_at timestamptz;
grant update (gl_account, gl_text, undo_proposed_by, undo_proposed_at) on bank_statement_lines to openteller_app;

alter table bank_statement_lines drop constraint if exists bank_statement_lines_gl_account_fkey, add constraint bank_statement_lines_gl_account_fkey
  foreign key (gl_account) references gl_accounts (account) not valid;
alter table bank_statement_lines validate constraint bank_statement_lines_gl_account_fkey;
alter table bank_statement_lines drop constraint if exists bank_statement_lines_undo_proposed_by_fkey, add constraint bank_statement_lines_undo_proposed_by_fkey
  foreign key (undo_proposed_by) references people (id) not valid;
alter table bank_statement_lines validate constraint bank_statement_lines_undo_proposed_by_fkey;
-- A booked entry is one thing. Customers' money is booked by postings only.
alter table bank_statement_lines drop constraint if exists booked_to_chart, add constraint booked_to_chart check (
  gl_account is null or (coalesce(gl_text, '') <> '' and gl_account not in ('customer_funds', 'suspense') and gl_account !~ '^customers:'
    and gl_account <> 'outside:' || outside_account_id and deposit_id is null and returned_reason is null
    and (state <> 'booked' or (transaction_id is null and return_of is null)))) not valid;
alter table bank_statement_lines validate constraint booked_to_chart;

-- Entries of the amount of a deposit that waits, and what one person booked to the chart lately.
drop index concurrently if exists bank_statement_lines_open_amounts;
create index concurrently bank_statement_lines_open_amounts on bank_statement_lines (amount, booked_on)
  where state in ('matched', 'suggested', 'unmatched');
drop index concurrently if exists bank_statement_lines_charted;
create index concurrently bank_statement_lines_charted on bank_statement_lines (decided_at) where gl_account is not null;
