-- concurrently
-- What a run would pay is shown first, an open run can be cancelled, and the external bank says what became of each payment.
-- Each statement is a transaction of its own.

-- Little is kept of a preview: the paying account, the day, and a digest of what was shown.
create table if not exists payment_run_previews (
  id                 uuid primary key,
  -- Null: the account of the deposit details.
  outside_account_id uuid references outside_accounts (id),
  debtor_name        text not null,
  debtor_number      text not null,
  execute_on         date not null,
  digest             bytea not null,
  -- By the clock of the database.
  created_at         timestamptz not null
);
grant select, insert, delete on payment_run_previews to openteller_app;

-- small table: a row for each run. When its file was first downloaded, and who cancelled it.
alter table payment_runs add column if not exists downloaded_at timestamptz, add column if not exists cancelled_by uuid,
  add column if not exists cancelled_at timestamptz;
-- small table: a run is sent or cancelled, never both.
alter table payment_runs drop constraint if exists cancelled_by_someone, add constraint cancelled_by_someone
  check ((cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null or sent_at is null)) not valid;
alter table payment_runs validate constraint cancelled_by_someone;
alter table payment_runs drop constraint if exists payment_runs_cancelled_by_fkey, add constraint payment_runs_cancelled_by_fkey
  foreign key (cancelled_by) references people (id) not valid;
alter table payment_runs validate constraint payment_runs_cancelled_by_fkey;
-- small table: a file of an earlier version may have been downloaded.
update payment_runs set downloaded_at = created_at where sent_at is null and downloaded_at is null;
grant update (downloaded_at, cancelled_by, cancelled_at) on payment_runs to openteller_app;

-- The payments of a cancelled run leave `run_payments`, whose keys keep a transfer to one run that lives. Names are not copied.
create table if not exists cancelled_payments (
  run_id         uuid not null references payment_runs (id),
  place          int not null check (place > 0),
  transaction_id uuid references transactions (id),
  line_id        uuid references bank_statement_lines (id),
  end_to_end_id  text not null,
  amount         bigint not null check (amount > 0),
  primary key (run_id, place),
  constraint paid_one_thing check (num_nonnulls(transaction_id, line_id) = 1)
);
grant select, insert on cancelled_payments to openteller_app;
drop policy if exists cancelling on run_payments;
create policy cancelling on run_payments for delete using (exists (
  select from payment_runs r where r.id = run_payments.run_id and r.cancelled_at is not null));
grant delete on run_payments to openteller_app;

-- What the external bank reported of a payment, each status once. Rows are only added. The key keeps payments with a status in their run.
create table if not exists payment_statuses (
  run_id      uuid not null,
  place       int not null,
  status      text not null check (status in ('accepted', 'booked', 'rejected', 'returned')),
  -- A code of ISO 20022, 'AC04'.
  reason      text not null check (length(reason) <= 35),
  reported_by uuid not null references people (id),
  reported_at timestamptz not null,
  primary key (run_id, place, status),
  foreign key (run_id, place) references run_payments (run_id, place)
);
grant select, insert on payment_statuses to openteller_app;

-- Reports name payments by their EndToEndId.
drop index concurrently if exists run_payments_end_to_end_id;
create index concurrently run_payments_end_to_end_id on run_payments (end_to_end_id);
