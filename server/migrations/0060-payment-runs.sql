-- Payment runs: what the institution pays through its own accounts at other banks. Everything that a file contains is stored
-- when the run is made, so that its bytes stay the same whatever is renamed or configured later.

create table payment_runs (
  id                 uuid primary key,
  number             bigint not null unique check (number > 0),
  count              int not null check (count > 0),
  total              bigint not null check (total > 0),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  execute_on         date not null,
  initiator          text not null,
  debtor_name        text not null,
  debtor_number      text not null,
  -- Null: the account of the deposit details.
  outside_account_id uuid references outside_accounts (id),
  created_by         uuid not null references people (id),
  created_at         timestamptz not null,
  sent_by            uuid references people (id),
  sent_at            timestamptz,
  constraint sent_by_someone check ((sent_at is null) = (sent_by is null))
);

create table run_payments (
  run_id         uuid not null references payment_runs (id),
  -- In the order of the file, from 1.
  place          int not null check (place > 0),
  -- The keys keep a transfer, and the return of an unmatched credit, to one run.
  transaction_id uuid unique references transactions (id),
  line_id        uuid unique references bank_statement_lines (id),
  end_to_end_id  text not null,
  amount         bigint not null check (amount > 0),
  payer_name     text not null,
  party_name     text not null,
  party_account  text not null,
  party_bank     text not null,
  party_iban     text not null,
  party_swift    text not null,
  remittance     text not null,
  primary key (run_id, place),
  constraint pays_one_thing check (num_nonnulls(transaction_id, line_id) = 1)
);

-- One row, which is locked while a run is made: runs are counted without gaps. Wires that were approved before were paid by
-- hand, and a first run must not pay them again. A new bank has none.
create table payment_run_counter (
  id          int primary key default 1 check (id = 1),
  since       timestamptz not null,
  last_number bigint not null default 0
);
insert into payment_run_counter (since)
select case when exists (select 1 from transactions) then now() else '-infinity' end;

-- A reversal that credits a wire which the outside bank sent back.
alter table transactions add column is_return boolean not null default false;
alter table transactions add constraint returns_something check (not is_return or reverses_id is not null) not valid;

grant select on payment_run_counter to openteller_app;
grant update (last_number) on payment_run_counter to openteller_app;
grant select, insert on payment_runs, run_payments to openteller_app;
grant update (sent_by, sent_at) on payment_runs to openteller_app;
