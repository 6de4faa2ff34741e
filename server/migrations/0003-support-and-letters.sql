-- The support chat, the contact form and the newsletter.
-- Nothing here can be deleted by the application, and what somebody wrote can't be changed.

-- One row a person who ever wrote or was written to. Kept up with every message, so that the list of conversations costs
-- the same with ten or ten million messages; its lock puts the messages of a conversation in one order.
create table conversations (
  person_id        uuid primary key references people (id),
  message_number   bigint not null check (message_number > 0),
  last_message     text not null,
  last_message_at  timestamptz not null,
  unread_by_person integer not null check (unread_by_person >= 0),
  unread_by_office integer not null check (unread_by_office >= 0)
);
create index conversations_latest on conversations (last_message_at desc, person_id desc);

create table messages (
  person_id   uuid not null references conversations (person_id),
  -- Without a gap within a conversation, in the order of commits: two messages of one millisecond keep their order.
  number      bigint not null check (number > 0),
  id          uuid not null unique,
  -- Who wrote it; on the person's side that is the person.
  sender_id   uuid not null references people (id),
  from_office boolean not null,
  text        text not null check (char_length(text) between 1 and 4000),
  created_at  timestamptz not null,
  -- When the other side first read it.
  seen_at     timestamptz,
  primary key (person_id, number)
);
create index messages_unseen on messages (person_id, from_office) where seen_at is null;

create table contact_messages (
  id         uuid primary key,
  name       text not null,
  email      text not null,
  mobile     text not null,
  message    text not null,
  created_at timestamptz not null
);

create table newsletter_subscriptions (
  id         uuid primary key,
  email      text not null,
  -- Of the address as addresses are compared (NFKC, lower case). A hash, because any text counts as an address here, and
  -- an index takes only short ones.
  email_hash bytea not null unique check (octet_length(email_hash) = 32),
  created_at timestamptz not null
);

grant select, insert on conversations, messages, contact_messages, newsletter_subscriptions to openteller_app;
grant update (message_number, last_message, last_message_at, unread_by_person, unread_by_office) on conversations
  to openteller_app;
grant update (seen_at) on messages to openteller_app;
