-- The application may only add records here. It may take texts out of those of an erased person.
alter table run_payments enable row level security;
create policy reading on run_payments for select using (true);
create policy adding on run_payments for insert with check (true);
create policy erasing on run_payments for update using (exists (
  select from erasures e where e.person_id in (
    select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = run_payments.transaction_id
    union all
    select l.person_id from bank_statement_lines l where l.id = run_payments.line_id)));
grant update (payer_name, party_name, party_account, party_bank, party_iban, party_swift, remittance) on run_payments
  to openteller_app;
