-- concurrently
-- Rows are deleted by age. BRIN: both tables grow in the order of time, and a B-tree would make every transfer dearer.
drop index concurrently if exists idempotency_by_time;
create index concurrently idempotency_by_time on idempotency using brin (created_at);
drop index concurrently if exists outbox_by_time;
create index concurrently outbox_by_time on outbox using brin (created_at);
