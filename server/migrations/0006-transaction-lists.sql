-- Lists read an index from its end, whatever they are narrowed by, and no index is added for it: two are replaced.

-- Type before time: a person's deposits, their transfers, and both (merged) are each the end of a range.
create index transactions_of_account_by_type on transactions (account_id, type, value_at desc, id desc);
drop index transactions_of_account;

-- What waits for a decision, and the few that were declined. Nearly all others are Completed, and need no index of theirs.
create index transactions_not_completed on transactions (status, value_at desc, id desc) where status <> 'Completed';
drop index transactions_waiting;
