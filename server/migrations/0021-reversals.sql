-- concurrently
-- A reversal names the transaction it reverses. The other direction is read through the index, so the original never changes.
alter table transactions add column if not exists reverses_id uuid;
-- The database refuses a second reversal by itself. A declined proposal does not count as one.
drop index concurrently if exists transactions_reverses;
create unique index concurrently transactions_reverses on transactions (reverses_id)
  where reverses_id is not null and status <> 'Declined';
