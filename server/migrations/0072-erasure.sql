-- Lifetimes, and erasure of a person. See decisions 110 and 111. What locks other tables is in 0076 to 0083, a table each.

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

grant update (counterparty_name, counterparty_number, text, end_to_end_id, bank_reference) on bank_statement_lines to openteller_app;
grant update (name, party_name, party_account, party_bank, party_iban, party_swift) on orders to openteller_app;
grant update (before, after, basis, change) on proposals to openteller_app;
grant delete on conversations, messages, transaction_labels, email_changes, password_resets, contact_messages,
  newsletter_subscriptions, outbox, idempotency, book_checks to openteller_app;
