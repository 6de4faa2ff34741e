-- Four eyes: above the bank's limit one administrator asks and another one confirms. Who asked stands on the transaction;
-- until it is confirmed it is Pending as any other.
alter table transactions
  add column proposed_by uuid,
  add column proposed_at timestamptz,
  add constraint proposal check ((proposed_by is null) = (proposed_at is null)),
  -- The database refuses by itself: nobody confirms what they asked for.
  add constraint four_eyes check (status <> 'Completed' or proposed_by is null or proposed_by <> decided_by);

-- What the proof of the books gave, and when. It reads every posting, so it is made from time to time and kept, instead of
-- being made whenever somebody looks. All figures of a row are of one moment.
create table book_checks (
  id                uuid primary key,
  at                timestamptz not null,
  accounts          bigint not null,
  postings          bigint not null,
  customer_balances numeric not null,
  -- {"adjustments": "-1248055", …}: cents, as text, because sums can outgrow what JSON numbers hold.
  internal_accounts json not null,
  -- How many accounts have another balance than the sum of their postings.
  crooked_accounts  bigint not null
);
grant select, insert on book_checks to openteller_app;
