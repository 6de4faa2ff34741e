-- What was posted to an account in a month, up to a posting: see decision 127. Derived from postings, which never change; a job adds
-- what is new, for accounts with many postings. Without a foreign key, as other sums of postings: `npm run verify` compares them.
create table statement_sums (
  account_id   uuid not null,
  -- 'YYYY-MM', in the bank's time zone.
  month        text not null check (month ~ '^\d{4}-\d{2}$'),
  first_number bigint not null check (first_number > 0),
  last_number  bigint not null check (last_number >= first_number),
  credits      bigint not null check (credits >= 0),
  debits       bigint not null check (debits >= 0),
  primary key (account_id, month)
);

grant select, insert, update on statement_sums to openteller_app;
