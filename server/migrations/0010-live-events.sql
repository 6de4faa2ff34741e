-- Live events, the bell, what mail somebody wants, and what a message can carry.

-- When the bell's owner read it. What never was for the bell is written as read, so that 'unread' is one small index.
alter table outbox add column read_at timestamptz;
update outbox set read_at = created_at;
create index outbox_unread on outbox (person_id, number) where read_at is null;

alter table messages
  add column attachment_id uuid references uploads (id),
  -- The card of a transaction that the message is about.
  add column transaction_id uuid references transactions (id);
create index messages_attachment on messages (attachment_id) where attachment_id is not null;

create index conversations_waiting on conversations (person_id) where unread_by_office > 0;
create index people_name_search on people using gin (lower(full_name) gin_trgm_ops);

-- What concerns the office as a whole, once for all administrators, numbered without a gap. The lock that numbers is the
-- one row of office_stream; it is taken last, and never by a transaction that moves money: those that wait for a decision
-- are entered afterwards, by whichever server has an administrator listening.
create table office_stream (
  id             integer primary key check (id = 1),
  number         bigint not null,
  -- Waiting transactions up to this time have been entered.
  entered_until  timestamptz not null
);
insert into office_stream values (1, 0, '2000-01-01');

create table office_events (
  number     bigint primary key,
  kind       text not null check (kind in ('office.message', 'office.seen', 'office.waiting', 'office.contact')),
  -- Whose thread or transaction it is; none for a letter from outside.
  person_id  uuid references people (id),
  -- The message, transaction or letter.
  subject_id uuid,
  created_at timestamptz not null
);
create unique index office_events_waiting on office_events (subject_id) where kind = 'office.waiting';
create index office_events_age on office_events (created_at);

-- What somebody does not want by mail. Letters that guard an account can't be switched off, and have no topic.
create table mail_opt_outs (
  person_id uuid not null references people (id),
  topic     text not null,
  primary key (person_id, topic)
);

grant select, insert, update, delete on office_events, mail_opt_outs to openteller_app;
grant select, update on office_stream to openteller_app;
