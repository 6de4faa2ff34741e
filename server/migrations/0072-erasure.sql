-- Lifetimes, and erasure of a person. See decisions 110 and 111.

create table erasures (
  person_id          uuid primary key references people (id),
  erased_at          timestamptz not null,
  erased_by          uuid not null references people (id),
  -- Encrypted: what identified the person, and the texts that were taken out of records. Kept because the law asks for it.
  identity           bytea,
  identity_until     timestamptz not null,
  books_until        timestamptz not null,
  identity_erased_at timestamptz,
  books_erased_at    timestamptz,
  -- When requests that were under way during the erasure had ended, and what they left was deleted too.
  swept_at           timestamptz,
  constraint identity_kept check ((identity is null) = (identity_erased_at is not null))
);
create index erasures_open on erasures (erased_at) where swept_at is null or identity_erased_at is null or books_erased_at is null;
grant select, insert on erasures to openteller_app;
grant update (identity, identity_erased_at, books_erased_at, swept_at) on erasures to openteller_app;

alter table proposals drop constraint if exists proposals_kind_check, add constraint proposals_kind_check
  check (kind in ('role', 'email', 'pin_reset', 'bank_details', 'crypto_addresses', 'mail_server', 'erasure')) not valid;
alter table proposals validate constraint proposals_kind_check;

-- An audit entry keeps its hash and its place in the chain when its texts are erased.
alter table audit add column redacted_at timestamptz;

-- Records that the application may only add. Only of an erased person may it take texts out.
alter table audit enable row level security;
create policy reading on audit for select using (true);
create policy adding on audit for insert with check (true);
create policy erasing on audit for update using (exists (select from erasures e where e.person_id = audit.chain_id));
grant update (before, after, redacted_at) on audit to openteller_app;

alter table verification_documents enable row level security;
create policy reading on verification_documents for select using (true);
create policy adding on verification_documents for insert with check (true);
create policy erasing on verification_documents for delete
  using (exists (select from erasures e where e.person_id = verification_documents.person_id));
grant delete on verification_documents to openteller_app;

alter table document_parts enable row level security;
create policy reading on document_parts for select using (true);
create policy adding on document_parts for insert with check (true);
create policy erasing on document_parts for delete using (exists (
  select from documents d join erasures e on e.person_id = d.owner_id where d.number = document_parts.number));
grant delete on document_parts to openteller_app;

alter table run_payments enable row level security;
create policy reading on run_payments for select using (true);
create policy adding on run_payments for insert with check (true);
create policy erasing on run_payments for update using (exists (
  select from erasures e where e.person_id in (
    select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = run_payments.transaction_id
    union all
    select l.person_id from bank_statement_lines l where l.id = run_payments.line_id)));
grant update (payer_name, party_name, party_account, party_bank, party_iban, party_swift, remittance) on run_payments
  to openteller_app;

alter table staff_notes enable row level security;
create policy reading on staff_notes for select using (true);
create policy adding on staff_notes for insert with check (true);
create policy erasing on staff_notes for delete
  using (exists (select from erasures e where e.person_id = staff_notes.person_id));
grant delete on staff_notes to openteller_app;

grant update (counterparty_name, counterparty_number, text, end_to_end_id, bank_reference) on bank_statement_lines to openteller_app;
grant update (name, party_name, party_account, party_bank, party_iban, party_swift) on orders to openteller_app;
grant update (before, after, basis, change) on proposals to openteller_app;
grant delete on conversations, messages, transaction_labels, email_changes, password_resets, contact_messages,
  newsletter_subscriptions, outbox, idempotency, book_checks to openteller_app;
