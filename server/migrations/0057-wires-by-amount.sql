-- concurrently
-- Lines of bank statements are compared with wires of their amount and time. Ids begin with their time.
drop index concurrently if exists transactions_wires_by_amount;
create index concurrently transactions_wires_by_amount on transactions (amount, id) where method in ('wire', 'bank');
