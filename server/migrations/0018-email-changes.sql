-- concurrently
-- Confirmed email addresses, and changes of an address that its old owner can undo. See decision 059.
alter table people
  -- The id in the confirmation link of the current address; null once it is confirmed, as all addresses until now are.
  add column if not exists email_confirmation_id uuid,
  -- Where email goes while the current address is not confirmed; null if it is, or if none ever was.
  add column if not exists last_confirmed_email text,
  -- Null: void until it is reset. No way of signing in works meanwhile.
  alter column password_hash drop not null;
drop index concurrently if exists people_email_confirmations;
create unique index concurrently people_email_confirmations on people (email_confirmation_id)
  where email_confirmation_id is not null;

create table if not exists email_changes (
  id            uuid primary key,
  person_id     uuid not null references people (id),
  -- The order of the changes of a person: an undone change takes the later ones with it.
  number        integer not null,
  -- What undoing restores. Reserved for this person while the change is open.
  old_email     text not null,
  old_email_key text not null,
  changed_at    timestamptz not null,
  undo_until    timestamptz not null,
  -- When it was undone, itself or with an earlier one.
  ended_at      timestamptz,
  unique (person_id, number)
);
create index if not exists email_changes_open on email_changes (old_email_key) where ended_at is null;

grant select, insert on email_changes to openteller_app;
grant update (undo_until, ended_at) on email_changes to openteller_app;
