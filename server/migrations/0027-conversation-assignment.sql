-- concurrently
-- Who of the staff takes care of a conversation, since when its customer waits for an answer, and whether it is solved.
-- Each step can be repeated: without a transaction, a migration that stopped half-way starts again.

alter table conversations
  add column if not exists assigned_to uuid references people (id),
  -- The first message of the customer since the last reply; null: answered.
  add column if not exists waiting_since timestamptz,
  -- A new message of the customer reopens the conversation.
  add column if not exists solved_at timestamptz;
-- Only rows that differ: most conversations are answered, and an update of all would lock and rewrite the whole table.
update conversations c set waiting_since = w.since
from conversations o cross join lateral (
  select min(m.created_at) as since from messages m
  where m.person_id = o.person_id and not m.from_office and m.number > coalesce(
    (select max(r.number) from messages r where r.person_id = o.person_id and r.from_office), 0)) w
where o.person_id = c.person_id and c.waiting_since is distinct from w.since;

drop index concurrently if exists conversations_unanswered;
create index concurrently conversations_unanswered on conversations (waiting_since, person_id)
  where waiting_since is not null and solved_at is null;
drop index concurrently if exists conversations_assigned;
create index concurrently conversations_assigned on conversations (assigned_to, last_message_at desc, person_id desc)
  where assigned_to is not null;
-- Unread messages are no longer counted.
drop index concurrently if exists conversations_waiting;

-- The contract lists the kinds.
alter table office_events drop constraint if exists office_events_kind_check;

grant update (assigned_to, waiting_since, solved_at) on conversations to openteller_app;
