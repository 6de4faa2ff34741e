-- concurrently
-- Erasure of a person can be proposed.
alter table proposals drop constraint if exists proposals_kind_check, add constraint proposals_kind_check
  check (kind in ('role', 'email', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server', 'erasure')) not valid;
alter table proposals validate constraint proposals_kind_check;
