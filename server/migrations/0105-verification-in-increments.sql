-- What verification of the books keeps of each account, so that a run reads new postings only: see decision 135. Derived from
-- postings, which never change, and written by the verification alone. Without a foreign key, as other sums of postings: the key
-- would lock accounts while they are verified. `npm run verify` compares it with the postings.
create table account_checks (
  account_id       uuid primary key,
  -- The last posting that was verified, and the sums up to it.
  posting_number   bigint not null check (posting_number >= 0),
  posting_head     bytea not null check (octet_length(posting_head) = 32),
  balance          bigint not null,
  wire_clearing    bigint not null,
  crypto_clearing  bigint not null,
  adjustments      bigint not null,
  customer_funds   bigint not null,
  -- What came after that posting, or the account itself, is wrong.
  wrong            boolean not null default false,
  -- When all verified postings had been read again, and how far the next reading is.
  rechecked_at     timestamptz not null,
  rechecked_number bigint not null default 0 check (rechecked_number between 0 and posting_number),
  recheck_wrong    boolean not null default false
) with (fillfactor = 80);
create index account_checks_to_recheck on account_checks (rechecked_at, account_id);
grant select, insert, update on account_checks to openteller_app;

-- Results of `npm run verify`.
create table full_book_checks (
  id       uuid primary key,
  at       timestamptz not null,
  -- How many invariants were found to hold, and the number of the one that did not.
  held     integer not null,
  breached integer
);
create index full_book_checks_newest on full_book_checks (at);
grant select, insert, delete on full_book_checks to openteller_app;
