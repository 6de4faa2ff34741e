-- concurrently
-- Only what staff decide counts towards what one of them decides alone: transfers completed at once are left out. See decision 129.
drop index concurrently if exists transactions_decided_by_staff;
create index concurrently transactions_decided_by_staff on transactions (account_id, decided_at)
  where status = 'Completed' and decided_by is not null and proposed_by is null and (origin_id is null or reverses_id is not null);
drop index concurrently if exists transactions_decided_by_one;
