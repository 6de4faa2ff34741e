-- concurrently
-- Trial balance and journal. See decision 098.

-- What was booked on each day that is over, by the two sides of the booking: a trial balance then adds up days and not years of
-- postings. Derived: a job writes it, and rebuilds it where a booking arrived after its day was summed.
create table if not exists day_totals (
  -- In the bank's time zone.
  day    date not null,
  debit  text not null check (debit <> ''),
  credit text not null check (credit <> ''),
  amount numeric not null check (amount > 0),
  count  bigint not null check (count > 0),
  primary key (day, debit, credit)
);
grant select, insert, delete on day_totals to openteller_app;

-- The order of the journal. New postings are appended to it.
drop index concurrently if exists postings_booked;
create index concurrently postings_booked on postings (booked_at, account_id, number);
