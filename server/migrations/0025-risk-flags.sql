-- concurrently
-- What staff should look at before they decide: computed when a customer submits, and kept. Names, separated by spaces.
alter table transactions add column if not exists flags text not null default '';
-- The last change of password, PIN, email address or second factors.
alter table accounts add column if not exists credentials_changed_at timestamptz;
-- Whom a customer has paid before. Grows when a transfer is approved, not when it is submitted.
drop index concurrently if exists transactions_paid;
create index concurrently transactions_paid on transactions (account_id, party_account)
  where type = 'Transfer' and status = 'Completed';
drop index concurrently if exists transactions_flagged;
create index concurrently transactions_flagged on transactions (value_at, id) where flags <> '';
