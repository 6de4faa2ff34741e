-- concurrently
-- Erasing a person finds rows by these columns, under the lock of the person. Orders: for the foreign key, when an authorisation is
-- deleted. Partial where most rows have no value.
drop index concurrently if exists transactions_of_party;
create index concurrently transactions_of_party on transactions (party_id) where party_id is not null;
drop index concurrently if exists bank_statement_lines_of_person;
create index concurrently bank_statement_lines_of_person on bank_statement_lines (person_id) where person_id is not null;
drop index concurrently if exists bank_statement_lines_of_deposit;
create index concurrently bank_statement_lines_of_deposit on bank_statement_lines (deposit_id) where deposit_id is not null;
drop index concurrently if exists transfer_authorisations_of_person;
create index concurrently transfer_authorisations_of_person on transfer_authorisations (person_id);
drop index concurrently if exists orders_by_authorisation;
create index concurrently orders_by_authorisation on orders (authorisation_id) where authorisation_id is not null;
