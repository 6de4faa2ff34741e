-- concurrently
-- Staff sort all transactions by amount and narrow them by it, whatever the sign. See decision 069.
drop index concurrently if exists transactions_by_amount;
create index concurrently transactions_by_amount on transactions (abs(amount), id);
-- Few transactions have these methods, so a list of them would read the others. The methods of transfers need no index.
drop index concurrently if exists transactions_of_rare_method;
create index concurrently transactions_of_rare_method on transactions (method, value_at, id)
  where method in ('crypto', 'adjustment');
