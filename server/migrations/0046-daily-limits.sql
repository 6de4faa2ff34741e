-- concurrently
-- What a person may send within a day of the bank, in cents. On the main account, whose lock every transfer holds. Own: set by
-- the person. Next: a raised own limit (null: none any more) and when it takes effect. Staff: in place of the bank's.
alter table accounts
  add column if not exists limit_own bigint,
  add column if not exists limit_next bigint,
  add column if not exists limit_next_at timestamptz,
  add column if not exists limit_staff bigint;
-- NOT VALID and validating afterwards keeps the exclusive lock short.
alter table accounts
  drop constraint if exists limits,
  add constraint limits check (
    coalesce(limit_own, 1) > 0 and coalesce(limit_next, 1) > 0 and coalesce(limit_staff, 1) > 0
    and (limit_next_at is not null or limit_next is null) and (limit_next_at is null or limit_own is not null)
    and (kind = 'main' or (limit_own is null and limit_staff is null))) not valid;
alter table accounts validate constraint limits;
