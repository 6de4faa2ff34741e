-- As with messages.
alter table conversations enable row level security;
create policy reading on conversations for select using (true);
create policy adding on conversations for insert with check (true);
create policy marking on conversations for update using (true);
create policy erasing on conversations for delete
  using (exists (select from erasures e where e.person_id = conversations.person_id));
