-- Scheduled payments: what is paid, to whom and when, and what became of each due day.

create table orders (
  id               uuid primary key,
  person_id        uuid not null references people (id),
  account_id       uuid not null references accounts (id),
  status           text not null check (status in ('active', 'paused', 'ended')),
  name             text not null,
  amount           bigint not null check (amount > 0),
  party_name       text not null,
  party_account    text not null,
  party_bank       text not null,
  party_iban       text not null,
  party_swift      text not null,
  start_on         date not null,
  every            text not null check (every in ('once', 'week', 'month')),
  until            date check (until >= start_on),
  -- The earliest due day without a run. Null unless active, and while only the retries of the last one remain.
  next_on          date,
  -- What approved the amount, where a passkey did.
  authorisation_id uuid references transfer_authorisations (id),
  end_reason       text,
  ended_at         timestamptz,
  created_at       timestamptz not null,
  -- By the owner: no longer listed. The row stays, because it explains transfers.
  deleted_at       timestamptz,
  constraint due_while_active check (next_on is null or status = 'active'),
  constraint ended check ((status = 'ended') = (ended_at is not null) and (status = 'ended') = (end_reason is not null)),
  constraint deleted_after_the_end check (deleted_at is null or status = 'ended')
);
create index orders_of_person on orders (person_id);
create index orders_due on orders (next_on) where next_on is not null;

-- The primary key allows one run, and so one transfer, per order and due day.
create table order_runs (
  order_id       uuid not null references orders (id),
  due_on         date not null,
  status         text not null check (status in ('sent', 'retrying', 'skipped')),
  tries          int not null check (tries >= 1),
  -- The day of the next try.
  try_on         date,
  -- Why the latest try failed.
  reason         text,
  amount         bigint not null check (amount > 0),
  tried_at       timestamptz not null,
  transaction_id uuid unique references transactions (id),
  primary key (order_id, due_on),
  constraint sent_as_a_transfer check ((status = 'sent') = (transaction_id is not null)),
  constraint tried_again check ((status = 'retrying') = (try_on is not null)),
  constraint explained check ((status = 'sent') = (reason is null))
);
create index order_runs_due on order_runs (try_on) where try_on is not null;

-- Neither payee nor schedule of an order can change, and no run can be removed.
grant select, insert on orders, order_runs to openteller_app;
grant update (status, amount, next_on, authorisation_id, end_reason, ended_at, deleted_at) on orders to openteller_app;
grant update (status, tries, try_on, reason, amount, tried_at, transaction_id) on order_runs to openteller_app;
