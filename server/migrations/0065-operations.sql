-- A server whose user does not own the tables reads which migrations are applied.
grant select on schema_migrations to openteller_app;

-- One row per running server, written again and again: readiness shows that the database accepts writes.
create table write_probes (
  server_id  uuid primary key,
  written_at timestamptz not null
);
create index write_probes_by_time on write_probes (written_at);
grant select, insert, update, delete on write_probes to openteller_app;
