-- API keys: of the key only its hash is stored. A revoked key stays, because its transfers refer to it.
create table api_keys (
  id           uuid primary key,
  person_id    uuid not null references people (id),
  key_hash     bytea not null unique check (octet_length(key_hash) = 32),
  -- The first characters, by which its owner recognises it.
  start        text not null,
  name         text not null,
  -- Separated by spaces, as the flags of transactions.
  scopes       text not null check (scopes <> ''),
  daily_max    bigint check (daily_max > 0),
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz,
  constraint transfers_have_a_maximum check ((daily_max is not null) = ('transfer' = any(string_to_array(scopes, ' '))))
);
create index api_keys_by_person on api_keys (person_id);

-- What each key has submitted: the daily maximum is counted from it, whatever was decided about the transfers later.
create table api_key_transfers (
  transaction_id uuid primary key references transactions (id),
  key_id         uuid not null references api_keys (id),
  amount         bigint not null check (amount > 0),
  at             timestamptz not null
);
create index api_key_transfers_by_time on api_key_transfers (key_id, at) include (amount);

grant select, insert on api_keys, api_key_transfers to openteller_app;
-- The name is taken out when the person is erased.
grant update (name, last_used_at, revoked_at) on api_keys to openteller_app;
