-- concurrently
-- The id in the newest link to recover the PIN; null once it was used, or the PIN was changed. See decision 119.
alter table people add column if not exists pin_recovery_id uuid;
-- When the customer created, changed or recovered the PIN: one set since a theft is removed. Null: before this column, or none.
alter table accounts add column if not exists pin_set_at timestamptz;
