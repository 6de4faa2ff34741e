-- Where a month ended when its first final statement was issued. Later postings belong to a later month, whatever the clock of
-- the server says that books them. Append-only for the application, as issued documents are.
create table statement_closings (
  account_id  uuid not null references accounts (id),
  -- 'YYYY-MM', in the bank's time zone.
  month       text not null check (month ~ '^\d{4}-\d{2}$'),
  -- The number of the last posting of the month; 0 before the first one.
  last_number bigint not null check (last_number >= 0),
  primary key (account_id, month)
);

grant select, insert on statement_closings to openteller_app;
