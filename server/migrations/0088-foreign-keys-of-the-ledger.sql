-- concurrently
-- Decision 121. The ledger writes these rows under the lock of their account, whose row the same statement updates, and the application
-- role can delete neither accounts nor transactions. Nine look-ups per approved transfer; `npm run verify` checks the same of all rows.
alter table postings drop constraint if exists postings_account_id_fkey;
alter table postings drop constraint if exists postings_transaction_id_fkey;
alter table account_months drop constraint if exists account_months_account_id_fkey;
alter table audit drop constraint if exists audit_chain_id_fkey;
alter table transactions drop constraint if exists transactions_account_id_fkey;
