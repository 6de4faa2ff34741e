-- concurrently
-- Decision 121. The foreign keys that 0014 and 0088 had dropped: the database itself refuses a row without its account or transaction.
-- Each statement is a transaction of its own, so that the lock of adding a key does not last as long as its validation.
alter table transactions drop constraint if exists transactions_account_id_fkey,
  add constraint transactions_account_id_fkey foreign key (account_id) references accounts (id) not valid;
alter table transactions validate constraint transactions_account_id_fkey;
alter table postings drop constraint if exists postings_account_id_fkey,
  add constraint postings_account_id_fkey foreign key (account_id) references accounts (id) not valid;
alter table postings validate constraint postings_account_id_fkey;
alter table postings drop constraint if exists postings_transaction_id_fkey,
  add constraint postings_transaction_id_fkey foreign key (transaction_id) references transactions (id) not valid;
alter table postings validate constraint postings_transaction_id_fkey;
alter table account_months drop constraint if exists account_months_account_id_fkey,
  add constraint account_months_account_id_fkey foreign key (account_id) references accounts (id) not valid;
alter table account_months validate constraint account_months_account_id_fkey;
alter table audit drop constraint if exists audit_chain_id_fkey,
  add constraint audit_chain_id_fkey foreign key (chain_id) references accounts (id) not valid;
alter table audit validate constraint audit_chain_id_fkey;
alter table outbox drop constraint if exists outbox_of_account,
  add constraint outbox_of_account foreign key (person_id) references accounts (id) not valid;
alter table outbox validate constraint outbox_of_account;
