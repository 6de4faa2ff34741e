-- concurrently
-- Both halves of a reversed internal transfer count towards what one member of staff decides alone.
-- Each step can be repeated: without a transaction, a migration that stopped half-way starts again.

drop index concurrently if exists transactions_decided_by_one;
create index concurrently transactions_decided_by_one on transactions (account_id, decided_at)
  where status = 'Completed' and proposed_by is null and (origin_id is null or reverses_id is not null);
drop index concurrently if exists transactions_decided_alone;
