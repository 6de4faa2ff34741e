-- People, their sessions, and the ledger.
-- Forward only. The application's role may do exactly what the grants at the end say.
-- Kept portable on purpose: no PL/pgSQL, no triggers, no sequences, no volatile defaults; ids and times come from the caller.

create extension if not exists pg_trgm;

create table people (
  id            uuid primary key,
  email         text not null,
  -- How two spellings of an address are compared; computed by the application (NFKC, lower case).
  email_key     text not null unique,
  full_name     text not null check (full_name <> ''),
  password_hash text not null,
  mobile        text not null default '',
  nationality   text not null default '',
  dob           date,
  gender        text not null default '' check (gender in ('male', 'female', 'others', '')),
  address       text not null default '',
  image         text not null default '',
  role          text not null check (role in ('User', 'Admin')),
  status        text not null check (status in ('Active', 'Pending')),
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create index people_email_search on people using gin (email_key gin_trgm_ops);
create index people_admins on people (id) where role = 'Admin';

create table sessions (
  token_hash   bytea primary key,
  id           uuid not null unique,
  person_id    uuid not null references people (id),
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  -- The absolute end; the idle end follows from last_seen_at.
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  user_agent   text not null default '',
  address      text not null default ''
);
create index sessions_person on sessions (person_id);

-- Attempts at a secret, counted here so that the limit holds across servers.
create table attempts (
  scope      text not null,
  subject    text not null,
  started_at timestamptz not null,
  count      integer not null,
  primary key (scope, subject)
);

-- Files people sent. Here and not on a disk, so that one backup holds all and every server sees them.
create table uploads (
  id         uuid primary key,
  owner_id   uuid not null references people (id),
  kind       text not null check (kind in ('image', 'pdf')),
  media_type text not null,
  bytes      bytea not null,
  -- Of the file as it was sent, before re-encoding: the same receipt sent twice is recognised by it.
  file_hash  bytea not null,
  created_at timestamptz not null
);
create index uploads_owner on uploads (owner_id, id desc);
create index uploads_file_hash on uploads (file_hash);

-- One customer, one account, one id: everything a money operation touches is found (and could be sharded) by it.
create table accounts (
  id               uuid primary key references people (id),
  number           text not null unique check (number ~ '^[0-9]{10}$'),
  balance          bigint not null default 0,
  held             bigint not null default 0,
  posting_number   bigint not null default 0,
  posting_head     bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  event_number     bigint not null default 0,
  audit_number     bigint not null default 0,
  audit_head       bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  pin_hash         bytea,
  pin_attempts     integer not null default 0 check (pin_attempts between 0 and 5),
  code_hash        bytea,
  code_expires_at  timestamptz,
  code_attempts    integer not null default 0 check (code_attempts between 0 and 5),
  code_description text not null default '',
  constraint funds check (held >= 0 and balance >= held),
  constraint code_whole check ((code_hash is null) = (code_expires_at is null))
) with (fillfactor = 60); -- room for HOT updates: nothing that changes is indexed

-- What a person sees. Pending, then once Completed or Declined.
create table transactions (
  id            uuid primary key,
  account_id    uuid not null references accounts (id),
  type          text not null check (type in ('Deposit', 'Transfer')),
  amount        bigint not null,
  status        text not null check (status in ('Pending', 'Completed', 'Declined')),
  method        text not null check (method in ('wire', 'bank', 'crypto', 'internal', 'adjustment')),
  reference     text not null,
  value_at      timestamptz not null,
  submitted_at  timestamptz not null,
  booked_at     timestamptz,
  decided_at    timestamptz,
  decided_by    uuid,
  reason        text not null default '',
  note          text not null default '',
  receipt_id    uuid,
  -- Whom a transfer goes to, or whom an internal deposit came from.
  party_name    text not null default '',
  party_account text not null default '',
  party_bank    text not null default '',
  party_iban    text not null default '',
  party_swift   text not null default '',
  -- Set when the other side's account is in this bank too.
  party_id      uuid,
  -- The transaction this one came out of (the receiving side of an internal transfer).
  origin_id     uuid,
  currency      text not null default '',
  rate          numeric,
  amount_due    numeric,
  constraint sign check ((type = 'Deposit' and amount > 0) or (type = 'Transfer' and amount < 0)),
  constraint decision check (
    (status = 'Pending' and booked_at is null and decided_at is null) or
    (status = 'Completed' and booked_at is not null and decided_at is not null) or
    (status = 'Declined' and booked_at is null and decided_at is not null))
);
create index transactions_of_account on transactions (account_id, value_at desc, id desc);
create index transactions_newest on transactions (value_at desc, id desc);
create index transactions_waiting on transactions (submitted_at, id) where status = 'Pending';
-- A receipt backs one deposit only.
create unique index transactions_receipt on transactions (receipt_id) where receipt_id is not null;

-- One row is one movement between a customer's account and its contra account, so an unbalanced entry can't be written.
-- The contra side has no row of its own: its balance is a sum.
create table postings (
  account_id     uuid not null references accounts (id),
  number         bigint not null check (number > 0),
  -- The journal entry: both sides of an internal transfer share it.
  entry_id       uuid not null,
  transaction_id uuid not null references transactions (id),
  contra         text not null check (contra in ('wire_clearing', 'crypto_clearing', 'adjustments', 'customer_funds')),
  amount         bigint not null check (amount <> 0),
  balance_after  bigint not null check (balance_after >= 0),
  value_at       timestamptz not null,
  booked_at      timestamptz not null,
  hash           bytea not null check (octet_length(hash) = 32),
  primary key (account_id, number)
);
create unique index postings_transaction on postings (transaction_id);

create table account_months (
  account_id uuid not null references accounts (id),
  -- The first day of the month, as the bank's time zone has it.
  month      date not null,
  deposits   bigint not null check (deposits >= 0),
  transfers  bigint not null check (transfers >= 0),
  primary key (account_id, month)
);

-- The answer to every keyed request that moves money, written with its effect and kept for good.
create table idempotency (
  person_id      uuid not null,
  route          text not null,
  key            text not null,
  request_hash   bytea not null,
  -- 'ok', or the word of a refusal.
  outcome        text not null,
  transaction_id uuid,
  created_at     timestamptz not null,
  primary key (person_id, route, key)
);

-- What a person must be told, numbered per person without a gap: live events read it by number, mail by due time.
create table outbox (
  person_id     uuid not null references people (id),
  number        bigint not null,
  kind          text not null,
  data          json not null,
  created_at    timestamptz not null,
  -- When mail is due; null when there is none, or it has gone out.
  mail_at       timestamptz,
  mail_attempts integer not null default 0,
  primary key (person_id, number)
);
create index outbox_mail on outbox (mail_at) where mail_at is not null;

-- Append-only. One chain per person acted upon; an act on nobody is in the chain of who acted.
create table audit (
  chain_id   uuid not null references accounts (id),
  number     bigint not null check (number > 0),
  id         uuid not null unique,
  actor_id   uuid not null,
  subject_id uuid,
  action     text not null,
  -- json keeps its text as written, which is what the hash covers.
  before     json not null,
  after      json not null,
  request_id text not null,
  at         timestamptz not null,
  hash       bytea not null check (octet_length(hash) = 32),
  primary key (chain_id, number)
);
create index audit_subject on audit (subject_id, id desc);
create index audit_actor on audit (actor_id, id desc);
create index audit_action on audit (action, id desc);

-- From time to time the heads of all chains that grew are sealed together; each seal covers the one before it.
create table seals (
  number bigint primary key check (number > 0),
  at     timestamptz not null,
  hash   bytea not null check (octet_length(hash) = 32)
);
create table sealed_heads (
  seal_number    bigint not null references seals (number),
  account_id     uuid not null references accounts (id),
  posting_number bigint not null,
  posting_head   bytea not null,
  audit_number   bigint not null,
  audit_head     bytea not null,
  primary key (account_id, seal_number)
);
create index sealed_heads_of_seal on sealed_heads (seal_number, account_id);

-- Facts fixed by the first start, such as the time zone in which the monthly sums were made.
create table bank_facts (
  name  text primary key,
  value text not null
);

grant select, insert, update on people, sessions, attempts, accounts, transactions, account_months, outbox to openteller_app;
grant delete on sessions, attempts to openteller_app;
grant select, insert on uploads, postings, idempotency, audit, seals, sealed_heads, bank_facts to openteller_app;
