-- concurrently
-- Payment runs read the completed outgoing wires. Can be repeated: without a transaction, a migration that stopped starts again.
drop index concurrently if exists transactions_wires_sent;
create index concurrently transactions_wires_sent on transactions (booked_at)
  where method = 'wire' and type = 'Transfer' and status = 'Completed' and reverses_id is null;
