-- concurrently
-- A passkey approves a transfer, or a scheduled payment.
alter table transfer_authorisations add column if not exists order_id uuid;
-- NOT VALID and validating afterwards keeps the exclusive lock short.
alter table transfer_authorisations
  drop constraint if exists of_an_order,
  add constraint of_an_order foreign key (order_id) references orders (id) not valid;
alter table transfer_authorisations validate constraint of_an_order;
alter table transfer_authorisations
  drop constraint if exists used_by_a_transaction,
  drop constraint if exists used_once,
  add constraint used_once check (num_nonnulls(transaction_id, order_id) = (case when used_at is null then 0 else 1 end)) not valid;
alter table transfer_authorisations validate constraint used_once;
alter table transfer_authorisations
  drop constraint if exists used_after_verification,
  add constraint used_after_verification check (used_at is null or response_hash is not null) not valid;
alter table transfer_authorisations validate constraint used_after_verification;
grant update (order_id) on transfer_authorisations to openteller_app;
