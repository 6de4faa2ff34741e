-- What a person always takes for a payee, and what they want to spend in a month.

create table category_rules (
  person_id  uuid not null references people (id),
  -- Whom it is about: see server/src/payments/categories/rule-store.ts.
  payee_key  text not null check (payee_key <> ''),
  -- As the person saw it, for the export.
  payee_name text not null,
  -- Empty: none, also where one would be proposed.
  category   text not null,
  updated_at timestamptz not null,
  primary key (person_id, payee_key)
);

create table budgets (
  person_id    uuid not null references people (id),
  category     text not null check (category <> ''),
  -- Cents in a month. Null: removed, and kept so that nothing is told twice.
  amount       bigint check (amount > 0),
  -- The first day of the last month in which the person was told, and the highest percentage told in it.
  told_month   date,
  told_percent int not null default 0 check (told_percent in (0, 80, 100)),
  primary key (person_id, category)
);

-- People with budgets, and the number of their last notification when the budgets were looked at: whatever is paid or comes
-- back has one. Null: to be looked at.
create table budget_checks (
  person_id    uuid primary key references people (id),
  event_number bigint
);

grant select, insert, update, delete on category_rules, budgets, budget_checks to openteller_app;
