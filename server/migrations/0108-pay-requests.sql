-- concurrently
-- Requests for money are kept: what was asked for, until when, and what paid it. See docs/decisions/084-requesting-money.md.
create table if not exists pay_requests (
  id           uuid primary key,
  person_id    uuid not null,
  -- The account that receives, of the same person.
  account_id   uuid not null references accounts (id),
  -- Null: the payer chooses, and several may pay.
  amount       bigint check (amount > 0),
  reference    text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null check (expires_at > created_at),
  cancelled_at timestamptz
);
alter table pay_requests
  drop constraint if exists of_a_person,
  add constraint of_a_person foreign key (person_id) references people (id);
create index if not exists pay_requests_of_person on pay_requests (person_id, id);

create table if not exists pay_request_payments (
  transaction_id uuid primary key references transactions (id),
  request_id     uuid not null references pay_requests (id),
  -- The request is for a fixed amount.
  is_only        boolean not null,
  -- The transfer was declined or cancelled: it pays nothing.
  ended_at       timestamptz
);
-- A request for a fixed amount is paid once, whatever a server does.
create unique index if not exists pay_request_paid_once on pay_request_payments (request_id) where is_only and ended_at is null;
create index if not exists pay_request_payments_of_request on pay_request_payments (request_id);

-- Neither payee nor amount of a request can change, and no payment of one can be removed.
grant select, insert on pay_requests, pay_request_payments to openteller_app;
grant update (cancelled_at, reference) on pay_requests to openteller_app;
grant update (ended_at) on pay_request_payments to openteller_app;
