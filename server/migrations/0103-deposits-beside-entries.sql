-- concurrently
-- A statement entry that may be a deposit of the person is not booked beside it, and payees are known by their IBAN. Each statement is a transaction of its own.

-- Whether staff said that the credit is none of the person's deposits that no entry has cleared. Null: nothing was credited, or it was
-- booked before this was asked.
alter table bank_statement_lines add column if not exists doubt_confirmed boolean;
-- What arrived, less the amount of the deposit that staff said the entry is.
alter table bank_statement_lines add column if not exists difference bigint not null default 0;
grant update (doubt_confirmed, difference) on bank_statement_lines to openteller_app;

-- Deposits of a person among many payments. Transfers don't write to it.
drop index concurrently if exists transactions_deposits_of_account;
create index concurrently transactions_deposits_of_account on transactions (account_id, id)
  where type = 'Deposit' and method in ('wire', 'bank');

-- Whom a customer has paid before by IBAN, however it was typed. Wires alone write to it.
drop index concurrently if exists transactions_paid_iban;
create index concurrently transactions_paid_iban on transactions (account_id, upper(regexp_replace(party_iban, '[^0-9A-Za-z]', '', 'g')))
  where type = 'Transfer' and status = 'Completed' and party_iban <> '' and party_id is null;

-- Statement entries whose amount is not that of their deposit.
drop index concurrently if exists bank_statement_lines_different;
create index concurrently bank_statement_lines_different on bank_statement_lines (id) where difference <> 0;
