-- concurrently
-- The chart of accounts: a code, a name and a type for everything that bookings name. Each statement is a transaction of its own.
create table if not exists gl_accounts (
  code       text primary key check (code ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$'),
  -- As bookings name it: 'customers:main', a contra account, 'outside:' and an id, or 'gl:' and the code of one that staff added.
  account    text not null unique check (account <> ''),
  name       text not null check (name <> ''),
  type       text not null check (type in ('asset', 'liability', 'income', 'expense', 'equity')),
  -- No booking by hand from then on.
  closed_at  timestamptz,
  -- Null: there from the start.
  created_by uuid references people (id),
  created_at timestamptz
);
insert into gl_accounts (code, account, name, type) values
  ('1000', 'wire_clearing', 'Wire clearing', 'asset'),
  ('1010', 'crypto_clearing', 'Cryptocurrency clearing', 'asset'),
  ('2000', 'customers:main', 'Customers: main accounts', 'liability'),
  ('2010', 'customers:savings', 'Customers: savings accounts', 'liability'),
  ('2090', 'customer_funds', 'Between customers', 'liability'),
  ('2100', 'suspense', 'Suspense', 'liability'),
  ('2200', 'gl:2200', 'Tax payable', 'liability'),
  ('3000', 'gl:3000', 'Opening balances', 'equity'),
  ('4000', 'gl:4000', 'Interest income', 'income'),
  ('4100', 'gl:4100', 'Fee income', 'income'),
  ('5000', 'gl:5000', 'Interest expense', 'expense'),
  ('5100', 'gl:5100', 'Bank charges', 'expense'),
  ('5900', 'adjustments', 'Adjustments', 'expense')
on conflict do nothing;
-- small table: some accounts at other banks.
insert into gl_accounts (code, account, name, type, created_by, created_at)
select (1200 + row_number() over (order by created_at, id))::text, contra, name, 'asset', created_by, created_at from outside_accounts
on conflict do nothing;
grant select, insert, update (name, closed_at) on gl_accounts to openteller_app;

-- Journal entries by hand, closings and their reopening, imports that are undone, and new members of staff need two people.
alter table proposals drop constraint if exists proposals_kind_check, add constraint proposals_kind_check
  check (kind in ('role', 'email', 'name', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server', 'erasure', 'factors_reset',
                  'contact_number', 'journal_entry', 'closing', 'reopening', 'statement_undo', 'staff')) not valid;
alter table proposals validate constraint proposals_kind_check;
