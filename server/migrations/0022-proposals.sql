-- concurrently
-- Proposals: what gives power waits for a second member of staff. See decision 064.

alter table people
  -- Who last gave this person a role with more permissions, who proposed it, and when. Null: no one, as for the first administrators.
  add column if not exists role_given_by uuid,
  add column if not exists role_proposed_by uuid,
  add column if not exists role_given_at timestamptz;
-- Roles given before this column existed: the audit log has who gave them.
update people p set role_given_by = g.actor_id, role_given_at = g.at
from (select distinct on (subject_id) subject_id, actor_id, at from audit
      where action = 'person.role_changed' and after ->> 'role' <> 'User' order by subject_id, id desc) g
where g.subject_id = p.id and p.role <> 'User' and p.role_given_at is null;

create table if not exists proposals (
  id            uuid primary key,
  kind          text not null check (kind in ('role', 'email', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server')),
  -- The affected person; null for the settings.
  subject_id    uuid references people (id),
  -- The subject's role when it was proposed: an act on a customer is not confirmed as an act on an administrator.
  subject_role  text,
  -- The changed fields, as staff see them. Secrets are never included.
  before        json not null,
  after         json not null,
  -- What confirming compares with the present state, and what it then writes. A secret is encrypted by the application.
  basis         json not null,
  change        json not null,
  secret        bytea,
  proposed_by   uuid not null references people (id),
  proposer_role text not null,
  proposed_at   timestamptz not null,
  state         text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'expired')),
  reason        text not null default '',
  decided_by    uuid references people (id),
  decided_at    timestamptz,
  constraint decision check ((state = 'pending') = (decided_at is null)),
  constraint decider check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  constraint four_eyes check (state <> 'confirmed' or (decided_by <> proposed_by and decided_by is distinct from subject_id)),
  -- Nothing of a secret is kept once it is decided.
  constraint secret_of_pending check (secret is null or state = 'pending')
);
-- One pending proposal for each thing that can be changed.
drop index concurrently if exists proposals_pending;
create unique index concurrently proposals_pending
  on proposals (kind, coalesce(subject_id, '00000000-0000-0000-0000-000000000000')) where state = 'pending';
drop index concurrently if exists proposals_by_state;
create index concurrently proposals_by_state on proposals (state, id);
grant select, insert on proposals to openteller_app;
grant update (state, reason, decided_by, decided_at, secret) on proposals to openteller_app;

-- What one member of staff has moved on an account within a day. See decision 064.
drop index concurrently if exists transactions_decided_alone;
create index concurrently transactions_decided_alone on transactions (account_id, decided_at)
  where status = 'Completed' and proposed_by is null and origin_id is null;
drop index concurrently if exists transactions_proposed;
create index concurrently transactions_proposed on transactions (proposed_at) where status = 'Pending' and proposed_by is not null;

-- The application's types say which kinds there are.
alter table office_events drop constraint if exists office_events_kind_check;
drop index concurrently if exists office_events_proposed;
create unique index concurrently office_events_proposed on office_events (subject_id) where kind = 'office.proposed';
