-- An erasure deletes and changes what the application otherwise only adds. These triggers refuse it for anybody else's
-- records, as a missing grant did before. See decision 111.

create function refuse_unless_erased() returns trigger language plpgsql as $$
declare
  person uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
begin
  if not exists (select from erasures where person_id = person) then
    raise exception 'Only the erasure of a person may % %', lower(tg_op), tg_table_name using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- A line belongs to a customer directly, or by the transaction that it paid or became.
create function refuse_unless_line_erased() returns trigger language plpgsql as $$
begin
  if not exists (
    select from erasures e where e.person_id = old.person_id or e.person_id in (
      select a.owner_id from transactions t join accounts a on a.id = t.account_id
      where t.id in (old.transaction_id, old.deposit_id)))
  then
    raise exception 'Only the erasure of a person may change the texts of a line' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger erased_only before delete on messages
  for each row when (current_user = 'openteller_app') execute function refuse_unless_erased('person_id');
create trigger erased_only before delete on conversations
  for each row when (current_user = 'openteller_app') execute function refuse_unless_erased('person_id');
create trigger erased_only before update of name, party_name, party_account, party_bank, party_iban, party_swift on orders
  for each row when (current_user = 'openteller_app') execute function refuse_unless_erased('person_id');
create trigger erased_only before update of before, after, basis, change on proposals
  for each row when (current_user = 'openteller_app') execute function refuse_unless_erased('subject_id');
create trigger erased_only
  before update of counterparty_name, counterparty_number, text, end_to_end_id, bank_reference on bank_statement_lines
  for each row when (current_user = 'openteller_app') execute function refuse_unless_line_erased();
