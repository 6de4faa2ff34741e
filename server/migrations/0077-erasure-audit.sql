-- An audit entry keeps its hash and its place in the chain when its texts are erased.
alter table audit add column redacted_at timestamptz;

-- Records that the application may only add. Only of an erased person may it take texts out.
alter table audit enable row level security;
create policy reading on audit for select using (true);
create policy adding on audit for insert with check (true);
create policy erasing on audit for update using (exists (select from erasures e where e.person_id = audit.chain_id));
grant update (before, after, redacted_at) on audit to openteller_app;
