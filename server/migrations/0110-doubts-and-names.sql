-- concurrently
-- Deposits that may be credited already, and names of verified people, which two members of staff change. Each statement is a transaction
-- of its own.

-- Whether staff who approved a deposit said that it is other money than what was credited for statement entries. Null: they were not
-- asked, because it is no bank transfer, an entry approved it, or it was decided before this was asked.
alter table transactions add column if not exists doubt_confirmed boolean;

alter table proposals drop constraint if exists proposals_kind_check, add constraint proposals_kind_check
  check (kind in ('role', 'email', 'name', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server', 'erasure', 'factors_reset',
                  'contact_number')) not valid;
alter table proposals validate constraint proposals_kind_check;
