-- concurrently
-- A passkey approves a transfer, a scheduled payment, or an API key that can pay. Each statement is a transaction of its own, so that no
-- lock lasts as long as a validation.
alter table transfer_authorisations add column if not exists api_key_id uuid;
alter table transfer_authorisations
  drop constraint if exists of_an_api_key,
  add constraint of_an_api_key foreign key (api_key_id) references api_keys (id) not valid;
alter table transfer_authorisations validate constraint of_an_api_key;
alter table transfer_authorisations
  drop constraint if exists used_once,
  add constraint used_once check (num_nonnulls(transaction_id, order_id, api_key_id) = (case when used_at is null then 0 else 1 end)) not valid;
alter table transfer_authorisations validate constraint used_once;
grant update (api_key_id) on transfer_authorisations to openteller_app;
