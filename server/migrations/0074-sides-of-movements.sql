-- concurrently
-- A movement is between the outside account of its line, suspense and wires in clearing. A constraint says more than the two keys
-- to contra_accounts did, and costs an import of 100,000 lines nothing; the keys were looked up 150,000 times.
-- Each statement is a transaction of its own, so that the lock of adding a constraint does not last as long as its validation.
alter table outside_accounts drop constraint if exists contra_by_id;
alter table outside_accounts add constraint contra_by_id check (contra = 'outside:' || id) not valid;
alter table outside_accounts validate constraint contra_by_id;
alter table contra_movements drop constraint if exists sides_of_account;
alter table contra_movements add constraint sides_of_account check (
  debit in ('suspense', 'wire_clearing', 'outside:' || outside_account_id)
  and credit in ('suspense', 'wire_clearing', 'outside:' || outside_account_id)) not valid;
alter table contra_movements validate constraint sides_of_account;
alter table contra_movements drop constraint if exists contra_movements_debit_fkey,
  drop constraint if exists contra_movements_credit_fkey;
