-- Payees that a person saved. They hold no money: a transfer copies the details when it is submitted.

create table payees (
  id             uuid primary key,
  person_id      uuid not null references people (id),
  name           text not null check (name <> ''),
  account_name   text not null check (account_name <> ''),
  account_number text not null check (account_number <> ''),
  bank_name      text not null check (bank_name <> ''),
  iban           text not null default '',
  swift_code     text not null default '',
  created_at     timestamptz not null
);
-- The same account is saved once.
create unique index payees_of_person on payees (person_id, account_number, bank_name);

grant select, insert, update, delete on payees to openteller_app;
