-- Canned replies become settings of the bank, and the office knows which letters from outside nobody has read.

create table canned_replies (
  position integer primary key,
  name     text not null unique check (name <> ''),
  -- {{firstName}} and the like are filled in for whoever is written to: see contract/src/placeholders.ts.
  text     text not null check (text <> '')
);
insert into canned_replies (position, name, text) values
  (1, 'Greeting', 'Hello {{firstName}}, thank you for writing to {{bank}}. How can I help you?'),
  (2, 'Looking into it', 'Hello {{firstName}}, I am looking into this now and will answer here shortly.'),
  (3, 'Verification',
    'Hello {{firstName}}, your account {{accountNumber}} is {{status}}. We check new accounts within one working day.'),
  (4, 'Balance', 'Your balance is {{balance}} at the moment. What pending transfers hold is already taken off.'),
  (5, 'Receipt needed',
    'Could you please attach the receipt of your payment here, as an image or a PDF? Then we can book it.'),
  (6, 'Codes', 'A transaction code costs nothing: we never ask for a payment in return for a code.'),
  (7, 'Closing', 'I am glad that this is settled, {{firstName}}. Kind regards, {{me}}, {{bank}}');

-- When an administrator first had it on the screen. What came in before this was kept counts as read.
alter table contact_messages add column seen_at timestamptz;
update contact_messages set seen_at = created_at;
create index contact_messages_unseen on contact_messages (id) where seen_at is null;
alter table newsletter_subscriptions add column seen_at timestamptz;
update newsletter_subscriptions set seen_at = created_at;
create index newsletter_subscriptions_unseen on newsletter_subscriptions (id) where seen_at is null;

alter table office_events drop constraint office_events_kind_check;
alter table office_events add constraint office_events_kind_check
  check (kind in ('office.message', 'office.seen', 'office.waiting', 'office.contact', 'office.newsletter'));

grant select, insert, delete on canned_replies to openteller_app;
grant update (seen_at) on contact_messages, newsletter_subscriptions to openteller_app;
