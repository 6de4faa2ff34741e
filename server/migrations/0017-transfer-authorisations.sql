-- Transfers approved by passkey: what was signed, and the one transfer that it approved.

create table transfer_authorisations (
  id             uuid primary key,
  person_id      uuid not null references people (id),
  nonce          bytea not null check (octet_length(nonce) = 32),
  -- SHA-256 over payee, amount and nonce: what the passkey signs.
  challenge      bytea not null check (octet_length(challenge) = 32),
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  -- Of the passkey's response, once its signature was verified: a retry of the same response is not verified again.
  response_hash  bytea check (octet_length(response_hash) = 32),
  used_at        timestamptz,
  transaction_id uuid unique references transactions (id),
  constraint used_by_a_transaction check ((used_at is null) = (transaction_id is null)),
  constraint used_after_verification check (transaction_id is null or response_hash is not null)
);
create index transfer_authorisations_unused on transfer_authorisations (expires_at) where transaction_id is null;

grant select, insert, delete on transfer_authorisations to openteller_app;
grant update (response_hash, used_at, transaction_id) on transfer_authorisations to openteller_app;
