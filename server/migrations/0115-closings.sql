-- concurrently
-- Closed periods of the books. See decision 137.
-- small table: some closings a year.
create table if not exists closings (
  -- That of the proposal that two people made it by.
  id           uuid primary key references proposals (id),
  -- The first day of the period; null: from the beginning.
  from_on      date,
  until        date not null check (from_on <= until),
  -- The end of that day in the bank's time zone. Nothing is booked before it any more.
  ends_at      timestamptz not null,
  -- Of its documents.
  locale       text not null check (locale <> ''),
  -- As it was when it was confirmed; the one from when it was proposed is in the proposal.
  checklist    json not null,
  closed_by    uuid not null references people (id),
  closed_at    timestamptz not null,
  reopening_id uuid unique references proposals (id),
  reopened_at  timestamptz,
  check ((reopening_id is null) = (reopened_at is null))
);
-- small table: some closings a year.
create unique index if not exists closings_in_force on closings (ends_at) where reopened_at is null;
-- What was booked up to the end of a closing, to prove later that nothing was added.
create table if not exists closing_sums (
  closing_id uuid not null references closings (id),
  debit      text not null check (debit <> ''),
  credit     text not null check (credit <> ''),
  -- Zero in the one row that says that there was something to keep or nothing.
  amount     numeric not null check (amount >= 0),
  primary key (closing_id, debit, credit)
);
-- Of the whole table: confirming locks it. The policies say what may be updated.
grant select, insert, update on closings to openteller_app;
grant select, insert on closing_sums to openteller_app;

-- A closing is added by the transaction that confirms its proposal, as it was proposed, after the last one, and not for days to come
-- by the clock of the database.
alter table closings disable row level security;
drop policy if exists reading on closings;
create policy reading on closings for select using (true);
drop policy if exists adding on closings;
create policy adding on closings for insert with check (
  reopening_id is null and ends_at <= now()
  and exists (
    select from proposals p where p.id = closings.id and p.kind = 'closing' and p.state = 'confirmed' and p.decided_by = closings.closed_by
      and p.xmin = pg_current_xact_id()::xid and (p.change::jsonb ->> 'until')::date = closings.until
      and (p.change::jsonb ->> 'endsAt')::timestamptz = closings.ends_at)
  and not exists (select from closings other where other.reopened_at is null and other.ends_at >= closings.ends_at));
-- The last one is reopened by the transaction that confirms that, once. Nothing else of it changes: the subquery reads it as it was.
drop policy if exists reopening on closings;
create policy reopening on closings for update using (true) with check (
  exists (
    select from proposals p where p.id = closings.reopening_id and p.kind = 'reopening' and p.state = 'confirmed'
      and p.xmin = pg_current_xact_id()::xid and p.change::jsonb ->> 'closingId' = closings.id::text)
  and exists (
    select from closings old where old.id = closings.id and old.reopening_id is null
      and (old.from_on, old.until, old.ends_at, old.locale, old.checklist::text, old.closed_by, old.closed_at)
        is not distinct from (closings.from_on, closings.until, closings.ends_at, closings.locale, closings.checklist::text,
          closings.closed_by, closings.closed_at))
  and not exists (select from closings later where later.reopened_at is null and later.ends_at > closings.ends_at));
alter table closings enable row level security;

-- Nothing is booked into a closed period. The subquery is run once per statement. Each statement locks closings before it takes its
-- snapshot, so a closing, which locks them exclusively, waits for bookings under way, and later ones see it. In a transaction with a
-- snapshot of its own that would not be so: it can't book.
alter table postings disable row level security;
drop policy if exists reading on postings;
create policy reading on postings for select using (true);
drop policy if exists adding on postings;
create policy adding on postings for insert with check (booked_at >= (
  select case current_setting('transaction_isolation') when 'read committed' then coalesce(max(c.ends_at), '-infinity') else 'infinity' end
  from closings c where c.reopened_at is null));
alter table postings enable row level security;
alter table contra_movements disable row level security;
drop policy if exists reading on contra_movements;
create policy reading on contra_movements for select using (true);
drop policy if exists adding on contra_movements;
create policy adding on contra_movements for insert with check (booked_at >= (
  select case current_setting('transaction_isolation') when 'read committed' then coalesce(max(c.ends_at), '-infinity') else 'infinity' end
  from closings c where c.reopened_at is null));
alter table contra_movements enable row level security;
drop policy if exists open_period on journal_lines;
create policy open_period on journal_lines as restrictive for insert with check (booked_at >= (
  select case current_setting('transaction_isolation') when 'read committed' then coalesce(max(c.ends_at), '-infinity') else 'infinity' end
  from closings c where c.reopened_at is null));

-- Documents about the whole bank stay when the member of staff who made them is erased.
alter policy erasing on document_parts using (exists (
  select from documents d join erasures e on e.person_id = d.owner_id
  where d.number = document_parts.number and d.kind not in ('trial-balance', 'balance-sheet', 'profit-and-loss', 'journal')));
