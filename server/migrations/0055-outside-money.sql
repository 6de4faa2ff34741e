-- Money at other banks: the institution's own accounts there, their statements, and what the ledger books for each line.

-- Postings name the first four by constraint. Movements below are between any two.
create table contra_accounts (
  name text primary key check (name <> '')
);
insert into contra_accounts (name)
values ('wire_clearing'), ('crypto_clearing'), ('adjustments'), ('customer_funds'), ('suspense');

create table outside_accounts (
  id              uuid primary key,
  -- 'outside:' and the id.
  contra          text not null unique references contra_accounts (name),
  name            text not null check (name <> ''),
  -- IBAN or number as statements name it, without spaces and in capitals.
  number          text not null unique check (number <> '' and number = upper(number)),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the ledger has booked, as money of the institution: debits minus credits.
  balance         bigint not null default 0,
  movement_number bigint not null default 0,
  movement_head   bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  created_by      uuid not null references people (id),
  created_at      timestamptz not null
);

-- One row per imported file and account, also where the file has one statement per day.
create table bank_statements (
  id                 uuid primary key,
  outside_account_id uuid not null references outside_accounts (id),
  file_hash          bytea not null check (length(file_hash) = 32),
  format             text not null check (format <> ''),
  from_on            date not null,
  to_on              date not null check (to_on >= from_on),
  -- Null where the format has none.
  opening            bigint,
  closing            bigint,
  -- What the import found. `known`: lines of earlier files.
  lines_total        integer not null check (lines_total >= 0),
  lines_known        integer not null check (lines_known >= 0),
  lines_matched      integer not null check (lines_matched >= 0),
  lines_suggested    integer not null check (lines_suggested >= 0),
  lines_unmatched    integer not null check (lines_unmatched >= 0),
  imported_by        uuid not null references people (id),
  imported_at        timestamptz not null,
  -- The same file again changes nothing.
  unique (outside_account_id, file_hash)
);

create table bank_statement_lines (
  -- In the order of the file.
  id                  uuid primary key,
  statement_id        uuid not null references bank_statements (id),
  outside_account_id  uuid not null references outside_accounts (id),
  -- The same for the same line in overlapping files.
  identity            bytea not null check (length(identity) = 32),
  booked_on           date not null,
  value_on            date,
  -- Signed: credits are positive.
  amount              bigint not null,
  end_to_end_id       text,
  bank_reference      text,
  counterparty_name   text,
  counterparty_number text,
  text                text not null,
  state               text not null check (state in ('matched', 'suggested', 'unmatched', 'booked', 'ignored')),
  -- What it is, or probably is: a transaction, the return of another line, or a person whose deposit it is.
  transaction_id      uuid references transactions (id),
  return_of           uuid references bank_statement_lines (id),
  person_id           uuid references people (id),
  score               smallint check (score between 0 and 100),
  -- Separated by spaces.
  reasons             text not null default '',
  -- The others, best first: [{"transactionId": …, "userId": …, "score": …, "reasons": […]}]
  suggestions         json not null default '[]',
  -- Booked against suspense and not assigned, returned or withdrawn since.
  in_suspense         boolean not null default false,
  -- How often it was withdrawn from the books, because it was ignored.
  round               smallint not null default 0,
  ignored_reason      text check (ignored_reason <> ''),
  -- An unmatched credit that goes back to its sender.
  returned_reason     text check (returned_reason <> ''),
  -- The first of two members of staff, while the second one has to confirm the return.
  proposed_by         uuid references people (id),
  proposed_at         timestamptz,
  decided_by          uuid references people (id),
  decided_at          timestamptz,
  booked_at           timestamptz,
  unique (outside_account_id, identity),
  constraint ignored_with_reason check ((state = 'ignored') = (ignored_reason is not null)),
  constraint booked check ((state = 'booked') = (booked_at is not null)),
  constraint suspense check (not in_suspense or state not in ('booked', 'ignored')),
  constraint unmatched_in_suspense check (state <> 'unmatched' or in_suspense),
  constraint proposal check ((proposed_by is null) = (proposed_at is null)),
  constraint returned_by_two check (state <> 'booked' or proposed_by is null or proposed_by <> decided_by)
);
create index bank_statement_lines_of_statement on bank_statement_lines (statement_id, id);
create index bank_statement_lines_by_state on bank_statement_lines (state, id);
create index bank_statement_lines_by_day on bank_statement_lines (outside_account_id, booked_on, id);
-- One line clears a transaction or a return.
create unique index bank_statement_lines_clearing on bank_statement_lines (transaction_id)
  where state = 'booked' and transaction_id is not null;
create unique index bank_statement_lines_clearing_return on bank_statement_lines (return_of)
  where state = 'booked' and return_of is not null;
create index bank_statement_lines_of_transaction on bank_statement_lines (transaction_id) where transaction_id is not null;
create index bank_statement_lines_returned on bank_statement_lines (decided_at, id) where returned_reason is not null;

-- Between two contra accounts, as hash chains per outside account. The key on the line makes it booked exactly once.
create table contra_movements (
  outside_account_id uuid not null references outside_accounts (id),
  number             bigint not null check (number > 0),
  id                 uuid not null unique,
  line_id            uuid not null references bank_statement_lines (id),
  -- statement: the line itself. withdrawal: its opposite, when it is ignored. assignment and return: out of suspense.
  purpose            text not null check (purpose in ('statement', 'withdrawal', 'assignment', 'return')),
  round              smallint not null check (round >= 0),
  debit              text not null references contra_accounts (name),
  credit             text not null references contra_accounts (name),
  amount             bigint not null check (amount > 0),
  actor_id           uuid not null references people (id),
  booked_at          timestamptz not null,
  hash               bytea not null check (length(hash) = 32),
  primary key (outside_account_id, number),
  unique (line_id, purpose, round),
  check (debit <> credit)
);
create index contra_movements_by_time on contra_movements (booked_at, id);

-- The lines of a file while it is being read, until they are imported in one transaction. A job deletes what a crash leaves here.
create table staged_statement_lines (
  import_id           uuid not null,
  -- From 0, in the order of the file.
  place               integer not null,
  id                  uuid not null,
  outside_account_id  uuid not null,
  identity            bytea not null,
  booked_on           date not null,
  value_on            date,
  amount              bigint not null,
  end_to_end_id       text,
  bank_reference      text,
  counterparty_name   text,
  counterparty_number text,
  text                text not null,
  created_at          timestamptz not null,
  primary key (import_id, place)
);
create index staged_statement_lines_by_time on staged_statement_lines (created_at);

-- What was imported and booked stays; of a line only what staff decide about it changes.
grant select, insert on contra_accounts, outside_accounts, bank_statements, bank_statement_lines, contra_movements to openteller_app;
grant update (name, balance, movement_number, movement_head) on outside_accounts to openteller_app;
grant update (state, transaction_id, return_of, person_id, score, reasons, suggestions, in_suspense, round, ignored_reason,
  returned_reason, proposed_by, proposed_at, decided_by, decided_at, booked_at) on bank_statement_lines to openteller_app;
grant select, insert, delete on staged_statement_lines to openteller_app;
