-- concurrently
-- See decision 124. Flagged transactions by status and combination of flags, so that a rare flag, or pending ones with a flag, are
-- read without the others. In place of the index on all flagged ones.
drop index concurrently if exists transactions_by_flags;
create index concurrently transactions_by_flags on transactions (status, flags, value_at, id) where flags <> '';
drop index concurrently if exists transactions_flagged;
-- A search with an @ has the end of a local part before it.
drop index concurrently if exists people_local_parts;
create index concurrently people_local_parts on people (reverse(split_part(email_key, '@', 1)) text_pattern_ops);
