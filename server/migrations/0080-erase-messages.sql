-- The application only adds messages and marks them as read. Only of an erased person may it delete them. See decision 110.
alter table messages enable row level security;
create policy reading on messages for select using (true);
create policy adding on messages for insert with check (true);
create policy marking on messages for update using (true);
create policy erasing on messages for delete using (exists (select from erasures e where e.person_id = messages.person_id));
