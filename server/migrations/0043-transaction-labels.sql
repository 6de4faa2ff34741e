-- The customer's own note and category of a transaction. Not in `transactions`: the ledger's rows don't change for a remark, and
-- their `note` is staff's.

create table transaction_labels (
  transaction_id uuid primary key references transactions (id),
  person_id      uuid not null references people (id),
  note           text not null default '',
  -- Null: not chosen, so it is guessed. Empty: chosen to have none.
  category       text,
  updated_at     timestamptz not null
);
create index transaction_labels_with_note on transaction_labels (person_id) where note <> '';

-- What a person last chose for a counterparty: the guess for its other transactions.
create table payee_categories (
  person_id      uuid not null references people (id),
  account_number text not null check (account_number <> ''),
  bank_name      text not null,
  category       text not null check (category <> ''),
  primary key (person_id, account_number, bank_name)
);

grant select, insert, update on transaction_labels to openteller_app;
grant select, insert, update, delete on payee_categories to openteller_app;
