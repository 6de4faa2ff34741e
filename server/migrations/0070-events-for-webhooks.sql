-- concurrently
drop index concurrently if exists outbox_webhooks;
create index concurrently outbox_webhooks on outbox (person_id, number) where webhook;
