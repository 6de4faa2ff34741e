-- Second factors, passkeys, challenges and fresh sessions.

alter table sessions
  -- Sensitive calls are refused after this; sign-in and /auths/confirm move it.
  add column fresh_until timestamptz not null default 'epoch',
  add column signed_in_with text not null default 'password'
    check (signed_in_with in ('password', 'password+totp', 'password+passkey', 'password+recovery', 'passkey'));

create table totp_factors (
  person_id    uuid primary key references people (id),
  -- Encrypted by the application.
  secret       bytea not null,
  created_at   timestamptz not null,
  -- Null until the person has shown a first code: until then it is not a factor.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code is accepted once.
  last_step    bigint not null default 0
);

create table recovery_codes (
  person_id  uuid not null references people (id),
  code_hash  bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (person_id, code_hash)
);

create table passkeys (
  id            uuid primary key,
  person_id     uuid not null references people (id),
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  name          text not null check (name <> ''),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_of_person on passkeys (person_id, id);

-- Sign-ins, confirmations and passkey registrations under way. A WebAuthn challenge has the same value as its handle.
create table challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  kind           text not null check (kind in ('login', 'passkey_login', 'confirm', 'passkey_registration')),
  -- Null before the sign-in: a passkey names its owner itself.
  person_id      uuid references people (id),
  attempts       integer not null default 0,
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index challenges_expired on challenges (expires_at);

grant select, insert, update, delete on totp_factors, recovery_codes, passkeys, challenges to openteller_app;
