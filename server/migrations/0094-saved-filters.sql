-- Filters of a list that a member of staff gave a name. See decision 126.

create table saved_filters (
  id         uuid primary key,
  owner_id   uuid not null references people (id),
  list       text not null check (list in ('transactions', 'people', 'audit')),
  name       text not null check (name <> ''),
  -- The name in the form in which names are compared.
  key        text not null check (key <> ''),
  -- The query of the list's call. Checked again when it is read: the filters of a list may change.
  query      text not null check (query <> ''),
  -- Whether colleagues see it too.
  shared     boolean not null,
  updated_at timestamptz not null,
  unique (owner_id, list, key)
);
create index saved_filters_shared on saved_filters (list, key) where shared;

grant select, insert, update, delete on saved_filters to openteller_app;
