-- Which member of staff read what of whom. Actions are in the audit log and are not repeated here. Append-only.

create table access_log (
  id         uuid primary key,
  at         timestamptz not null,
  staff_id   uuid not null references people (id),
  -- The staff member's role when they read.
  role       text not null,
  -- No reference: a session is deleted some time after its end, its record is not.
  session_id uuid not null,
  person_id  uuid not null references people (id),
  what       text not null check (what <> ''),
  -- The quarter of an hour: one record for each session, person and kind of read in it, whichever server answered.
  period     timestamptz not null,
  unique (session_id, person_id, what, period)
);
create index access_log_of_person on access_log (person_id, at desc, id desc);

grant select, insert on access_log to openteller_app;
