-- concurrently
-- What staff decided alone is found by who decided it, in one reading: every decision wrote the same row to two indexes.
drop index concurrently if exists transactions_decided_by_staff;
-- The people whom staff verified are looked up by their ids then.
drop index concurrently if exists people_verified_by_staff;
