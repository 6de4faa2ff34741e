-- concurrently
-- The deposit that staff made for a line: while it waits for a second member of staff, the line waits with it.
alter table bank_statement_lines add column if not exists deposit_id uuid references transactions (id);
grant update (deposit_id) on bank_statement_lines to openteller_app;
-- Lines are matched before they are imported, so that the import holds its locks for a short time.
alter table staged_statement_lines
  add column if not exists state text not null default 'unmatched',
  add column if not exists transaction_id uuid,
  add column if not exists return_of uuid,
  add column if not exists person_id uuid,
  add column if not exists score smallint,
  add column if not exists reasons text not null default '',
  add column if not exists suggestions json not null default '[]';
grant update (state, transaction_id, return_of, person_id, score, reasons, suggestions) on staged_statement_lines to openteller_app;
-- An outgoing line names the reference of its wire. Transfers inside the bank, which are most, are not in the index.
drop index concurrently if exists transactions_wire_reference;
create index concurrently transactions_wire_reference on transactions (reference) where method = 'wire';
