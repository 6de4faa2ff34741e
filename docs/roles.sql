-- The roles and the database of a bank on your own PostgreSQL. Run once, as a superuser:
--   psql -v owner_password=… -v server_password=… -f docs/roles.sql
-- The owner migrates (MIGRATION_DATABASE_URL); servers connect as a user that owns nothing (DATABASE_URL). Both are members
-- of openteller_app, whose rights the migrations grant: it can't change or delete postings, nor whose an account is, nor book into a
-- closed period, and of audit rows, erasures, proposals, closings and idempotency keys changes only what the policies of the migrations
-- allow. They bind every user but the owner: neither of the other roles may own a table or have BYPASSRLS.
create role openteller_app nologin;
create role openteller_owner login password :'owner_password' in role openteller_app;
create role openteller login password :'server_password' in role openteller_app;
-- As the server sets them itself. A connection pooler may drop what the server sends, but not these.
alter role openteller set role = 'openteller_app';
alter role openteller set statement_timeout = '15s';
alter role openteller set lock_timeout = '8s';
alter role openteller set idle_in_transaction_session_timeout = '5s';
create database openteller owner openteller_owner encoding 'UTF8' template template0;
