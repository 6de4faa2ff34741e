-- concurrently
-- Frozen and Closed beside Active and Pending. NOT VALID and validating afterwards keeps the exclusive lock short.
alter table people drop constraint if exists people_status_check, add constraint people_status_check
  check (status in ('Active', 'Pending', 'Frozen', 'Closed')) not valid;
alter table people validate constraint people_status_check;
-- Why, when and by whom the status was last changed, where a reason was given.
alter table people add column if not exists status_reason text not null default '',
  add column if not exists status_changed_at timestamptz, add column if not exists status_changed_by uuid;
-- Closing is final. The row stays, so the unique index keeps the number from being given out again.
alter table accounts add column if not exists closed_at timestamptz;
alter table accounts drop constraint if exists closed_is_empty, add constraint closed_is_empty
  check (closed_at is null or (balance = 0 and held = 0)) not valid;
alter table accounts validate constraint closed_is_empty;
