-- What staff write down about a person, for each other. Append-only: the application can't change or delete a note.

create table staff_notes (
  id        uuid primary key,
  person_id uuid not null references people (id),
  author_id uuid not null references people (id),
  text      text not null check (text <> ''),
  at        timestamptz not null,
  check (author_id <> person_id)
);
-- Ids are time-ordered: a page of a person's notes is the end of a range.
create index staff_notes_of_person on staff_notes (person_id, id);

grant select, insert on staff_notes to openteller_app;
