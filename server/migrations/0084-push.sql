-- concurrently
-- Web Push: browsers that asked for notifications, and what is to be sent to them. Each statement is a transaction of its own, because
-- the tables refer to several existing ones.

create table if not exists push_devices (
  id            uuid primary key,
  person_id     uuid not null references people (id),
  -- The device ends with the session in which it was added or last renewed.
  session_id    uuid not null references sessions (id) on delete cascade,
  -- Of the push service. A secret: with it and the key of the bank, an attacker could send to the browser.
  endpoint      text not null,
  -- One browser has one owner: the person who added it last.
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- The browser's keys: what is sent is encrypted for it.
  p256dh        bytea not null check (octet_length(p256dh) = 65),
  auth          bytea not null check (octet_length(auth) = 16),
  user_agent    text not null,
  created_at    timestamptz not null,
  -- Attempts that failed since the last one that succeeded, and when the first of them did.
  failures      int not null default 0 check (failures >= 0),
  failing_since timestamptz
);
create index if not exists push_devices_by_person on push_devices (person_id);
create index if not exists push_devices_by_session on push_devices (session_id);

-- One notification of the outbox for one device, until it is sent.
create table if not exists push_deliveries (
  id         uuid primary key,
  device_id  uuid not null references push_devices (id) on delete cascade,
  person_id  uuid not null,
  number     bigint not null,
  created_at timestamptz not null,
  -- While a server sends it: when another one may do so.
  due_at     timestamptz not null,
  attempts   int not null default 0,
  unique (device_id, number)
);
create index if not exists push_deliveries_due on push_deliveries (due_at);

-- Without a row: every kind is sent, without amounts.
create table if not exists push_preferences (
  person_id    uuid primary key references people (id),
  show_amounts boolean not null,
  -- Kinds that are not sent, separated by spaces.
  kinds_off    text not null
);

-- The key pair by which push services recognise this bank (VAPID). Made by the first start, unless the configuration has one.
create table if not exists push_keys (
  id          int primary key default 1 check (id = 1),
  public_key  bytea not null check (octet_length(public_key) = 65),
  -- Encrypted under APP_SECRET.
  private_key bytea not null,
  created_at  timestamptz not null
);

-- True until it is given to the devices of its person. Null where the person had none when the row was written.
alter table outbox add column if not exists push boolean;
drop index concurrently if exists outbox_push;
create index concurrently outbox_push on outbox (person_id, number) where push;

grant select, insert, update, delete on push_devices, push_deliveries, push_preferences to openteller_app;
grant select, insert on push_keys to openteller_app;
