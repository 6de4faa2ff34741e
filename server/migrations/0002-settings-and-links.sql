-- Settings of the bank, links that set a new password, and what the office's lists need.

-- One row. Empty texts until an administrator fills them in.
create table settings (
  id             integer primary key check (id = 1),
  account_number text not null default '',
  account_name   text not null default '',
  bank_name      text not null default '',
  routing        text not null default '',
  bank_address   text not null default '',
  cash_app_tag   text not null default '',
  cash_app_name  text not null default '',
  whats_app      text not null default '',
  mail_name      text not null default '',
  -- Encrypted by the application; the key never comes here.
  mail_password  bytea
);
insert into settings (id) values (1);

create table crypto_entries (
  position integer primary key,
  name     text not null unique check (name <> ''),
  network  text not null check (network <> ''),
  address  text not null check (address <> ''),
  -- Of the currency, per dollar: exact.
  rate     numeric not null check (rate > 0)
);

-- A link holds the id and the expiry, signed. The database never sees what would open it.
create table password_resets (
  id         uuid primary key,
  person_id  uuid not null references people (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used, or made worthless by a newer one, by another password or by another address.
  used_at    timestamptz
);
create index password_resets_open on password_resets (person_id) where used_at is null;

-- Attempts of a window long past are swept up by this.
create index attempts_started on attempts (started_at);

-- How many people there are, without counting them. Kept in the transaction that adds somebody; spread over several rows,
-- so that two registrations at once rarely wait for each other.
create table people_counts (
  shard integer primary key,
  count bigint not null check (count >= 0)
);
insert into people_counts (shard, count)
select shard, case shard when 0 then (select count(*) from people) else 0 end from generate_series(0, 15) as shard;

-- Newest first with the address at hand: a search that is no help to the trigrams (one or two letters) walks this.
create index people_newest on people (id desc) include (email_key);

-- The audit log is read by time, whatever it is narrowed by.
create index audit_by_time on audit (at desc, id desc);
create index audit_by_subject on audit (subject_id, at desc, id desc);
create index audit_by_actor on audit (actor_id, at desc, id desc);
create index audit_by_action on audit (action, at desc, id desc);
drop index audit_subject;
drop index audit_actor;
drop index audit_action;

grant select, update on settings, people_counts to openteller_app;
grant select, insert, delete on crypto_entries to openteller_app;
grant select, insert on password_resets to openteller_app;
grant update (used_at) on password_resets to openteller_app;
