-- The id in the newest link to recover the PIN; null once it was used, or the PIN was changed. See decision 119.
alter table people add column pin_recovery_id uuid;
