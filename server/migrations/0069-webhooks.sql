-- Webhooks: requests that tell other systems what happened. The outbox is where they come from.

create table webhooks (
  id          uuid primary key,
  url         text not null,
  -- Names of events, separated by spaces.
  events      text not null check (events <> ''),
  -- Encrypted: it signs every request.
  secret      bytea not null,
  paused      boolean not null default false,
  -- By the bank, after too many failures.
  disabled_at timestamptz,
  -- Attempts that failed since the last one that succeeded.
  failures    int not null default 0 check (failures >= 0),
  -- Failures in a row of different people's queues. Above zero, one queue at a time is tried, after pauses that grow with it.
  backoff     int not null default 0 check (backoff >= 0),
  -- When the next queue may be tried; only while it backs off.
  retry_at    timestamptz,
  -- Whose queue failed last: one person's event that is refused again and again holds back no other person.
  failed_for  uuid,
  created_by  uuid not null references people (id),
  created_at  timestamptz not null
);

-- One event for one webhook. Without a foreign key: a deleted webhook leaves its deliveries to the clean-up job, because
-- deleting a month of them at once would take too long.
create table webhook_deliveries (
  id           uuid primary key,
  webhook_id   uuid not null,
  -- The header webhook-id: the same whenever the event is sent again.
  event_id     uuid not null,
  event        text not null,
  -- The order of a person's events: the number in the outbox, and the place among the events of one notification.
  person_id    uuid not null,
  number       bigint not null,
  part         int not null,
  body         text not null,
  state        text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts     int not null default 0,
  created_at   timestamptz not null,
  attempted_at timestamptz,
  -- Of the last attempt: the status of the response, and why it failed.
  response     int,
  error        text not null default '',
  -- When a member of staff asked to send it again, until that is done.
  resend_at    timestamptz,
  unique (webhook_id, person_id, number, part)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, person_id, number, part) where state = 'pending';
create index webhook_deliveries_resent on webhook_deliveries (webhook_id, resend_at) where resend_at is not null;
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

-- The pending deliveries of one person to one webhook: sent one after the other, by one server at a time.
create table webhook_queues (
  webhook_id    uuid not null,
  person_id     uuid not null,
  -- When the first delivery is due.
  due_at        timestamptz not null,
  -- While a server works on the queue: when another one may take it over.
  claimed_until timestamptz,
  -- Counts how often it was claimed: a server whose claim has expired changes nothing.
  claims        bigint not null default 0,
  -- By the database's clock: when the first delivery failed first, since the webhook was resumed.
  failing_since timestamptz,
  primary key (webhook_id, person_id)
);
create index webhook_queues_due on webhook_queues (webhook_id, due_at);

-- One row, which is locked while events are taken from the outbox: in order, by one server at a time.
create table webhook_publisher (id int primary key default 1 check (id = 1));
insert into webhook_publisher default values;

-- True while webhooks wait for it. Null where none existed when the row was written.
alter table outbox add column webhook boolean;

grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_queues to openteller_app;
grant select, update on webhook_publisher to openteller_app;
