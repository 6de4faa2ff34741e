-- concurrently
-- A search by part of an email address uses pg_trgm, as the search by name does. See decision 054.
drop index concurrently if exists people_email_trigrams;
create index concurrently people_email_trigrams on people using gin (email_key gin_trgm_ops);
drop index concurrently if exists people_email_parts;
