-- The application may only add records here. It may delete those of an erased person.
alter table verification_documents enable row level security;
create policy reading on verification_documents for select using (true);
create policy adding on verification_documents for insert with check (true);
create policy erasing on verification_documents for delete
  using (exists (select from erasures e where e.person_id = verification_documents.person_id));
grant delete on verification_documents to openteller_app;
