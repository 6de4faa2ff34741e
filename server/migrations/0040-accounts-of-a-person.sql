-- concurrently
-- Several accounts per person: an account has an owner. Every person has one main account, which carries the person's id: its
-- row has the person's PIN, code and event and audit numbers, and its lock is the lock of the person. Savings accounts beside it
-- have ids of their own, and only money.
alter table accounts
  add column if not exists owner_id uuid,
  add column if not exists kind text not null default 'main',
  add column if not exists name text not null default '',
  -- Cents to save up to; null: none.
  add column if not exists goal bigint,
  add column if not exists opened_at timestamptz;
drop index concurrently if exists accounts_without_owner;
create index concurrently accounts_without_owner on accounts (id) where owner_id is null;
-- in batches
-- In the order of the ledger's locks, so that the two can't deadlock, and in short transactions, so that payments don't wait.
update accounts a set owner_id = p.id, opened_at = p.created_at
from people p
where p.id = a.id and a.id in (select id from accounts where owner_id is null order by id limit 2000 for update);
drop index concurrently if exists accounts_without_owner;
-- NOT VALID and validating afterwards keeps the exclusive locks short. The check of one main account per person is the primary key.
alter table accounts
  drop constraint if exists kinds,
  add constraint kinds check (
    owner_id is not null and opened_at is not null and (
      (kind = 'main' and id = owner_id and goal is null)
      or (kind = 'savings' and id <> owner_id and name <> '' and (goal is null or goal > 0)
          and pin_hash is null and code_hash is null and event_number = 0 and audit_number = 0))) not valid;
alter table accounts validate constraint kinds;
alter table accounts
  drop constraint if exists accounts_id_fkey,
  drop constraint if exists accounts_owner_id_fkey,
  add constraint accounts_owner_id_fkey foreign key (owner_id) references people (id) not valid;
alter table accounts validate constraint accounts_owner_id_fkey;
drop index concurrently if exists accounts_of_owner;
create index concurrently accounts_of_owner on accounts (owner_id);
-- Money that a person moves between their own accounts.
alter table transactions
  drop constraint if exists transactions_method_check,
  add constraint transactions_method_check
    check (method in ('wire', 'bank', 'crypto', 'internal', 'adjustment', 'move')) not valid;
alter table transactions validate constraint transactions_method_check;
