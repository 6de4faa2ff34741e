-- What a savings account saves by itself, and what became of each day. Everything is moved from the main account of its owner,
-- which has the owner's id. Without foreign keys to `people` and `transactions`, which would lock more tables: neither is deleted.

create table savings_rules (
  account_id   uuid primary key references accounts (id),
  person_id    uuid not null references accounts (id),
  -- The day of the bank whose payments are rounded up next, once it is over. Null: payments are not rounded up.
  round_up_on  date,
  -- The number of the last posting of the main account that was looked at.
  rounded_to   bigint,
  every_amount bigint check (every_amount > 0),
  every_day    int check (every_day between 1 and 28),
  -- The next day on which the monthly amount is due.
  every_on     date,
  next_on      date generated always as (least(round_up_on + 1, every_on)) stored,
  constraint rounded_from check ((round_up_on is null) = (rounded_to is null)),
  constraint every_month check (num_nonnulls(every_amount, every_day, every_on) in (0, 3)),
  constraint some_rule check (next_on is not null)
);
-- A payment is rounded up for one account.
create unique index savings_rules_round_up on savings_rules (person_id) where round_up_on is not null;
create index savings_rules_of_person on savings_rules (person_id);
create index savings_rules_due on savings_rules (next_on);

-- A row for each day on which there was something to move. Both unique indexes hold across accounts and changes of the rules.
create table savings_runs (
  account_id     uuid not null references accounts (id),
  kind           text not null check (kind in ('round_up', 'every')),
  due_on         date not null,
  person_id      uuid not null references accounts (id),
  amount         bigint not null check (amount > 0),
  -- Of a round-up: which postings of the main account it covers, the first one excluded, and what they are rounded up to.
  from_number    bigint,
  to_number      bigint,
  unit           bigint,
  transaction_id uuid unique,
  -- Why nothing was moved.
  reason         text,
  at             timestamptz not null,
  primary key (account_id, kind, due_on),
  constraint moved_or_explained check ((transaction_id is null) = (reason is not null)),
  constraint covers check (num_nonnulls(from_number, to_number, unit) = (case when kind = 'round_up' then 3 else 0 end))
);
create unique index savings_runs_day on savings_runs (person_id, due_on) where kind = 'round_up';
create unique index savings_runs_month on savings_runs (account_id, date_trunc('month', due_on::timestamp)) where kind = 'every';

grant select, insert, delete on savings_rules to openteller_app;
grant update (round_up_on, rounded_to, every_amount, every_day, every_on) on savings_rules to openteller_app;
grant select, insert on savings_runs to openteller_app;
