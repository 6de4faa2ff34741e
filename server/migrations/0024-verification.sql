-- Verification of Pending people: what they submitted, and how it was decided. Each submission is a row of its own.
create table verifications (
  id           uuid primary key,
  person_id    uuid not null references people (id),
  state        text not null check (state in ('submitted', 'approved', 'rejected')),
  -- For the person to read. A rejection has one.
  reason       text not null default '',
  submitted_at timestamptz not null,
  decided_at   timestamptz,
  decided_by   uuid references people (id),
  check ((state = 'submitted') = (decided_at is null)),
  check (state <> 'rejected' or reason <> '')
);
create unique index verifications_open on verifications (person_id) where state = 'submitted';
create index verifications_of_person on verifications (person_id, id desc);
create index verifications_queue on verifications (submitted_at, id) where state = 'submitted';
create index verifications_decided on verifications (state, decided_at, id) where state <> 'submitted';

create table verification_documents (
  id              uuid primary key,
  verification_id uuid not null references verifications (id),
  person_id       uuid not null references people (id),
  place           integer not null,
  kind            text not null check (kind in ('identity', 'address')),
  media_type      text not null,
  -- Encrypted by the application; person, document and kind are authenticated with it.
  content         bytea not null,
  created_at      timestamptz not null,
  unique (verification_id, place)
);

grant select, insert on verifications, verification_documents to openteller_app;
grant update (state, reason, decided_at, decided_by) on verifications to openteller_app;
-- An upload that becomes a document is stored encrypted; the plain one is deleted.
grant delete on uploads to openteller_app;

-- The kinds of office events are a typed table in the contract; a list here would have to be changed with every feature.
alter table office_events drop constraint if exists office_events_kind_check;
