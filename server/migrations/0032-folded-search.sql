-- concurrently
-- Staff find 'Émile' by 'emile', and a text in all transactions without reading them all. See decision 072.
-- The expressions are those of server/src/people/folded-search.ts.
drop index concurrently if exists people_folded_name;
create index concurrently people_folded_name on people using gin ((
  lower(translate(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036F]', '', 'g'), 'ØøŁłĐđ', 'OoLlDd'))) gin_trgm_ops);
drop index concurrently if exists people_name_search;
-- Not of pending ones: customers who submit don't pay for it, and there are few.
drop index concurrently if exists transactions_folded_text;
create index concurrently transactions_folded_text on transactions using gin ((
  lower(translate(regexp_replace(normalize(reference || chr(10) || party_name || chr(10) || party_account || chr(10) || reason, NFKD), '[\u0300-\u036F]', '', 'g'), 'ØøŁłĐđ', 'OoLlDd'))) gin_trgm_ops)
  where status <> 'Pending';
-- The planner needs to know how rare a text is. Of an empty table it would learn that reading all of it costs nothing.
do $$ begin if exists (select 1 from people) then analyze people; end if; end $$;
do $$ begin if exists (select 1 from transactions) then analyze transactions; end if; end $$;
