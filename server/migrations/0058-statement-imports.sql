-- How far imports of bank statements are, for the page that waits. A row lives as long as its import.
create table statement_imports (
  id         uuid primary key,
  person_id  uuid not null references people (id),
  stage      text not null check (stage <> ''),
  lines      integer not null check (lines >= 0),
  lines_of   integer check (lines_of >= 0),
  started_at timestamptz not null,
  updated_at timestamptz not null
);
create index statement_imports_of_person on statement_imports (person_id, started_at);

-- Which column of a bank's CSV holds what, per account and headings.
create table csv_mappings (
  outside_account_id uuid not null references outside_accounts (id),
  fingerprint        bytea not null check (length(fingerprint) = 32),
  columns            text[] not null,
  mapping            json not null,
  saved_by           uuid not null references people (id),
  saved_at           timestamptz not null,
  primary key (outside_account_id, fingerprint)
);

grant select, insert, update, delete on statement_imports to openteller_app;
grant select, insert, update on csv_mappings to openteller_app;
-- The second of two equal lines of a file gets an identity of its own.
grant update (identity) on staged_statement_lines to openteller_app;
