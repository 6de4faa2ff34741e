-- concurrently
-- What the application may change, as rules of the database: a server that was taken over can't do more. See docs/security.md.
-- Policies without code: they bind every role but the owner of the tables.

-- A person is erased after all accounts were closed, which the database allows without money only, and by somebody else.
alter table erasures disable row level security;
drop policy if exists reading on erasures;
create policy reading on erasures for select using (true);
drop policy if exists adding on erasures;
create policy adding on erasures for insert with check (
  erased_by <> person_id and identity_erased_at is null and books_erased_at is null and swept_at is null
  and exists (select from people p where p.id = person_id and p.status = 'Closed')
  and exists (select from accounts a where a.id = person_id)
  and not exists (select from accounts a where a.owner_id = erasures.person_id and a.closed_at is null));
-- The kept identity is deleted, never replaced. The subquery reads the row as it was.
drop policy if exists finishing on erasures;
create policy finishing on erasures for update using (true) with check (identity is null or exists (
  select from erasures old where old.person_id = erasures.person_id and old.identity = erasures.identity));
alter table erasures enable row level security;

-- Texts of audit entries are taken out by the transaction that erases the person, before its own entry, once. Everything else stays:
-- names and order of the fields, numbers, and every text that is not replaced by '[erased]'.
alter policy erasing on audit using (
  redacted_at is null
  and exists (select from erasures e where e.person_id = audit.chain_id and e.xmin = pg_current_xact_id()::xid)
  and not exists (select from audit later where later.chain_id = audit.chain_id and later.action = 'person.erased'))
with check (redacted_at is not null and exists (
  select from audit old,
    lateral (select jsonb_build_array(old.before::jsonb, old.after::jsonb) as was,
                    jsonb_build_array(audit.before::jsonb, audit.after::jsonb) as becomes) texts
  where old.id = audit.id
    and regexp_replace(texts.was::text, '("(?:[^"\\]|\\.)*":)|"(?:[^"\\]|\\.)*"', '\1""', 'g')
      = regexp_replace(texts.becomes::text, '("(?:[^"\\]|\\.)*":)|"(?:[^"\\]|\\.)*"', '\1""', 'g')
    and not exists (
      select from jsonb_path_query(texts.was, 'strict $.** ? (@.type() == "string")') with ordinality w (text, place)
      join jsonb_path_query(texts.becomes, 'strict $.** ? (@.type() == "string")') with ordinality b (text, place) using (place)
      where b.text not in (w.text, '"[erased]"'))));

-- The outcome of an idempotency key stays for 90 days by the clock of the database, or until the person is erased.
alter table idempotency disable row level security;
drop policy if exists reading on idempotency;
create policy reading on idempotency for select using (true);
drop policy if exists adding on idempotency;
create policy adding on idempotency for insert with check (true);
drop policy if exists deleting on idempotency;
create policy deleting on idempotency for delete using (
  created_at < now() - interval '90 days' or exists (select from erasures e where e.person_id = idempotency.person_id));
alter table idempotency enable row level security;

-- A proposal is added as pending and decided once, as it was made. Afterwards, texts of an erased person are taken out, as in the
-- audit log. The constraint four_eyes says who may confirm. Rows are locked before they are decided: `using` must not hide them.
alter table proposals disable row level security;
drop policy if exists reading on proposals;
create policy reading on proposals for select using (true);
drop policy if exists adding on proposals;
create policy adding on proposals for insert with check (state = 'pending');
drop policy if exists deciding on proposals;
create policy deciding on proposals for update using (true) with check (exists (
  select from proposals old,
    lateral (select jsonb_build_array(old.before::jsonb, old.after::jsonb, old.basis::jsonb, old.change::jsonb, old.reason) as was,
                    jsonb_build_array(proposals.before::jsonb, proposals.after::jsonb, proposals.basis::jsonb, proposals.change::jsonb,
                      proposals.reason) as becomes) texts
  where old.id = proposals.id and (
    (old.state = 'pending' and proposals.state <> 'pending' and texts.was - 4 = texts.becomes - 4)
    or (old.state = proposals.state and old.decided_by is not distinct from proposals.decided_by
      and old.decided_at is not distinct from proposals.decided_at and old.secret is not distinct from proposals.secret
      and exists (select from erasures e where e.person_id = proposals.subject_id)
      and regexp_replace(texts.was::text, '("(?:[^"\\]|\\.)*":)|"(?:[^"\\]|\\.)*"', '\1""', 'g')
        = regexp_replace(texts.becomes::text, '("(?:[^"\\]|\\.)*":)|"(?:[^"\\]|\\.)*"', '\1""', 'g')
      and not exists (
        select from jsonb_path_query(texts.was, 'strict $.** ? (@.type() == "string")') with ordinality w (text, place)
        join jsonb_path_query(texts.becomes, 'strict $.** ? (@.type() == "string")') with ordinality b (text, place) using (place)
        where b.text not in (w.text, '"[erased]"'))))));
alter table proposals enable row level security;
