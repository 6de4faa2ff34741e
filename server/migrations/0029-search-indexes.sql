-- concurrently
-- Staff find a person by phone or account number, and a transaction by its reference. See decision 072.
drop index concurrently if exists people_phone_trigrams;
create index concurrently people_phone_trigrams on people using gin ((regexp_replace(mobile, '[^0-9]', '', 'g')) gin_trgm_ops);
drop index concurrently if exists accounts_number_trigrams;
create index concurrently accounts_number_trigrams on accounts using gin (number gin_trgm_ops);
-- Collation C: the beginning of a reference is a range.
drop index concurrently if exists transactions_reference;
create index concurrently transactions_reference on transactions (reference collate "C");
-- The few people who are not active, and the few who are staff.
drop index concurrently if exists people_not_active;
create index concurrently people_not_active on people (status, id) where status <> 'Active';
drop index concurrently if exists people_staff;
create index concurrently people_staff on people (role, id) where role <> 'User';
