-- Whether a person who is erased has money is read from the postings, which a server can't change: it can set a balance to zero, close the
-- account and restore both in one transaction. The main account is found by its id, which can't change either. See docs/security.md.
alter policy adding on erasures with check (
  erased_by <> person_id and identity_erased_at is null and books_erased_at is null and swept_at is null
  and exists (select from people p where p.id = person_id and p.status = 'Closed')
  and exists (select from accounts a where a.id = person_id)
  and not exists (
    select from accounts a where (a.id = erasures.person_id or a.owner_id = erasures.person_id) and (
      a.closed_at is null
      or (select p.balance_after from postings p where p.account_id = a.id order by p.number desc limit 1) <> 0)));
