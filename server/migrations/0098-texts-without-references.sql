-- concurrently
-- A reference is random, so its trigrams were spread over the whole index, and writing them was most of its cost. Staff find
-- a transaction by the beginning of its reference, in the index of references. See decision 130.
-- The expression is that of server/src/people/folded-search.ts.
drop index concurrently if exists transactions_folded_party;
create index concurrently transactions_folded_party on transactions using gin ((
  lower(translate(regexp_replace(normalize(party_name || chr(10) || party_account || chr(10) || reason, NFKD), '[\u0300-\u036F]', '', 'g'), 'ØøŁłĐđ', 'OoLlDd'))) gin_trgm_ops)
  where status <> 'Pending';
drop index concurrently if exists transactions_folded_text;
do $$ begin if exists (select 1 from transactions) then analyze transactions; end if; end $$;
