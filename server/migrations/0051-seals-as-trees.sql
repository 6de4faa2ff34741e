-- A seal of version 2 has a Merkle tree over its heads, so that a person can check their own head without those of others.
-- Version 1 stays the default: servers of the version before may run beside this one.
alter table seals
  add column if not exists version smallint not null default 1,
  add column if not exists root bytea,
  add column if not exists leaves bigint;
alter table seals drop constraint if exists versions, add constraint versions check (
  (version = 1 and root is null and leaves is null)
  or (version = 2 and root is not null and octet_length(root) = 32 and leaves is not null and leaves > 0)) not valid;
alter table seals validate constraint versions;

-- The subtrees of a seal, at most 1,024 heads each, in the order of their account ids: a proof reads one of them and all roots.
create table if not exists seal_groups (
  seal_number      bigint not null references seals (number),
  number           integer not null check (number >= 0),
  first_account_id uuid not null,
  last_account_id  uuid not null,
  leaves           integer not null check (leaves between 1 and 1024),
  root             bytea not null check (octet_length(root) = 32),
  primary key (seal_number, number)
);
grant select, insert on seal_groups to openteller_app;
