-- Whoever is told something has an account, which carries the same id, and its row is locked while this is written. To
-- look the person up instead would lock, and so write, a second row for every transfer.
alter table outbox drop constraint outbox_person_id_fkey;
alter table outbox add constraint outbox_of_account foreign key (person_id) references accounts (id);
