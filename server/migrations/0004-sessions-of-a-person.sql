-- The list of signed-in devices reads living sessions only; those of years ago must not make it slower.
create index sessions_of_person on sessions (person_id, expires_at);
drop index sessions_person;
