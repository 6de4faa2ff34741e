-- concurrently
-- Verified people ask for another name or date of birth. The requests wait in the queue of verifications, with what is asked for.
alter table verifications
  add column if not exists kind text not null default 'identity',
  add column if not exists full_name text,
  add column if not exists dob date;
alter table verifications drop constraint if exists verifications_asked_name,
  add constraint verifications_asked_name check ((kind = 'name_change') = (full_name is not null)) not valid;
alter table verifications validate constraint verifications_asked_name;
-- An erasure takes the name out.
grant update (full_name, dob) on verifications to openteller_app;
