-- Devices from which a person has signed in, and what a sign-in leaves behind.

create table known_devices (
  person_id    uuid not null references people (id),
  -- Of the random id in the device's signed cookie.
  device_hash  bytea not null check (octet_length(device_hash) = 32),
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  primary key (person_id, device_hash)
);
create index known_devices_unused on known_devices (last_used_at);

alter table sessions
  -- Null: signed in before devices were remembered.
  add column device_hash bytea,
  add column new_device boolean not null default false,
  -- The person followed the link in the email about this sign-in: it was not them.
  add column disowned_at timestamptz;

grant select, insert, update, delete on known_devices to openteller_app;
