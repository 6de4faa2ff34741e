-- The application may only add records here. It may delete those of an erased person.
alter table document_parts enable row level security;
create policy reading on document_parts for select using (true);
create policy adding on document_parts for insert with check (true);
create policy erasing on document_parts for delete using (exists (
  select from documents d join erasures e on e.person_id = d.owner_id where d.number = document_parts.number));
grant delete on document_parts to openteller_app;
