-- Documents that the bank issued: statements, receipts, confirmations. Append-only for the application: it can neither change
-- what was issued nor publish another key.

-- The highest number signs. The private key is encrypted by the application; rotation erases the earlier ones.
create table signing_keys (
  id          text primary key,
  number      integer not null unique check (number > 0),
  public_key  bytea not null check (length(public_key) = 32),
  private_key bytea,
  created_at  timestamptz not null
);

create table documents (
  number     text primary key,
  kind       text not null check (kind <> ''),
  owner_id   uuid not null references people (id),
  account_id uuid not null references accounts (id),
  -- What it is about: a month, a transaction id, or nothing but the account.
  subject    text not null,
  -- The part of the subject that anyone may know.
  period     text,
  format     text not null check (format <> ''),
  final      boolean not null,
  staff_copy boolean not null,
  issued_by  uuid not null references people (id),
  issued_at  timestamptz not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256     bytea not null check (length(sha256) = 32),
  key_id     text not null references signing_keys (id),
  signature  bytea not null check (length(signature) = 64),
  -- Staff can't issue a copy that is not marked as one.
  check (staff_copy = (issued_by <> owner_id))
);
-- A final document is issued once, however many requests ask for it first.
create unique index documents_final on documents (account_id, kind, subject, format, staff_copy) where final;
-- Not unique: files without a document number in them can have equal bytes.
create index documents_by_fingerprint on documents (sha256);
create index documents_of_owner on documents (owner_id, issued_at);
create index documents_by_issuer on documents (issued_by, issued_at) where not final;

-- The bytes of final documents, in parts, so that neither side holds a whole one in memory.
create table document_parts (
  number text not null references documents (number),
  part   integer not null check (part >= 0),
  bytes  bytea not null,
  primary key (number, part)
);

-- What is being rendered, until it is recorded and sent. A job deletes what a crash leaves here.
create table document_spool (
  number     text not null,
  part       integer not null,
  bytes      bytea not null,
  created_at timestamptz not null,
  primary key (number, part)
);
create index document_spool_by_time on document_spool (created_at);

grant select on signing_keys to openteller_app;
grant select, insert on documents, document_parts to openteller_app;
grant select, insert, delete on document_spool to openteller_app;
