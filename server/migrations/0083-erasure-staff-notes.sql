-- The application may only add records here. It may delete those of an erased person.
alter table staff_notes enable row level security;
create policy reading on staff_notes for select using (true);
create policy adding on staff_notes for insert with check (true);
create policy erasing on staff_notes for delete
  using (exists (select from erasures e where e.person_id = staff_notes.person_id));
grant delete on staff_notes to openteller_app;
