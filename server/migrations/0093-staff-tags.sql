-- Short tags that staff put on people and transactions, for each other. See decision 126. `key` is the text in the form in which
-- tags are compared (contract/src/tags.ts); a subject has each once.

create table person_tags (
  person_id uuid not null references people (id),
  key       text not null check (key <> ''),
  text      text not null check (text <> ''),
  author_id uuid not null references people (id),
  at        timestamptz not null,
  primary key (person_id, key)
);
-- The list of people with a tag, and the suggestions while typing.
create index person_tags_by_key on person_tags (key collate "C", person_id);

-- Without a foreign key to `transactions`, which would lock a second table: transactions are never deleted.
create table transaction_tags (
  transaction_id uuid not null,
  key            text not null check (key <> ''),
  text           text not null check (text <> ''),
  -- The owner, whose lock is held while tags change.
  person_id      uuid not null references people (id),
  -- Of the transaction, which never changes: a page of the transactions with a tag is a range of the index.
  value_at       timestamptz not null,
  author_id      uuid not null references people (id),
  at             timestamptz not null,
  primary key (transaction_id, key)
);
create index transaction_tags_by_key on transaction_tags (key collate "C", value_at, transaction_id);
create index transaction_tags_of_person on transaction_tags (person_id);

grant select, insert, delete on person_tags, transaction_tags to openteller_app;
