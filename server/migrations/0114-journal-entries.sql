-- concurrently
-- Journal entries by hand. Each was proposed by one member of staff and confirmed by another. See decision 136.
create table if not exists journal_entries (
  id           uuid primary key,
  -- From 1 without a gap, in the order of the hash chain.
  number       bigint not null unique check (number > 0),
  value_on     date not null,
  text         text not null check (text <> ''),
  -- An entry is reversed once.
  reverses_id  uuid unique references journal_entries (id) check (reverses_id <> id),
  -- Confirming it twice books once.
  proposal_id  uuid not null unique references proposals (id),
  proposed_by  uuid not null references people (id),
  confirmed_by uuid not null references people (id),
  booked_at    timestamptz not null,
  hash         bytea not null check (length(hash) = 32),
  constraint two_people check (proposed_by <> confirmed_by)
);
create table if not exists journal_lines (
  entry_id  uuid not null references journal_entries (id),
  place     smallint not null check (place between 1 and 100),
  -- Customers' money is moved by the program alone.
  account   text not null references gl_accounts (account) check (account not like 'customers:%' and account <> 'customer_funds'),
  debit     bigint not null check (debit >= 0),
  credit    bigint not null check (credit >= 0),
  -- That of the entry.
  booked_at timestamptz not null,
  primary key (entry_id, place),
  constraint one_side check ((debit = 0) <> (credit = 0))
);
create index if not exists journal_lines_by_time on journal_lines (booked_at, entry_id, place);
create index if not exists journal_lines_of_account on journal_lines (account);
-- The last entry of the chain. Entries are booked one after the other under its lock.
create table if not exists journal_head (
  id     smallint primary key check (id = 1),
  number bigint not null,
  hash   bytea not null check (length(hash) = 32)
);
insert into journal_head (id, number, hash) values (1, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
grant select, insert on journal_entries, journal_lines to openteller_app;
grant select, update (number, hash) on journal_head to openteller_app;

-- An entry is the one of a proposal that waits or that its second person has just confirmed.
alter table journal_entries disable row level security;
drop policy if exists reading on journal_entries;
create policy reading on journal_entries for select using (true);
drop policy if exists adding on journal_entries;
create policy adding on journal_entries for insert with check (exists (
  select from proposals p
  where p.id = proposal_id and p.kind = 'journal_entry' and p.proposed_by = journal_entries.proposed_by
    and p.change::jsonb ->> 'entryId' = journal_entries.id::text
    and (p.state = 'pending' or (p.state = 'confirmed' and p.decided_by = journal_entries.confirmed_by))));
alter table journal_entries enable row level security;
-- Lines are added with their entry, never to an older one.
alter table journal_lines disable row level security;
drop policy if exists reading on journal_lines;
create policy reading on journal_lines for select using (true);
drop policy if exists adding on journal_lines;
create policy adding on journal_lines for insert with check (true);
drop policy if exists with_entry on journal_lines;
create policy with_entry on journal_lines as restrictive for insert with check (exists (
  select from journal_entries e
  where e.id = entry_id and e.booked_at = journal_lines.booked_at and e.xmin = pg_current_xact_id()::xid));
alter table journal_lines enable row level security;

-- Several entries may wait at once, and one reversal of each: a proposal can be about something that is no person.
alter table proposals add column if not exists about_id uuid;
drop index concurrently if exists proposals_pending_about;
create unique index concurrently proposals_pending_about on proposals (kind,
  coalesce(subject_id, '00000000-0000-0000-0000-000000000000'), coalesce(about_id, '00000000-0000-0000-0000-000000000000'))
  where state = 'pending';
drop index concurrently if exists proposals_pending;
