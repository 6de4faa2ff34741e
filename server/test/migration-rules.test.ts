import { expect, test } from 'vitest'
import { unsafeMigrations } from './migration-rules.ts'

const check = (text: string, path = 'server/migrations/0099-new.sql') => unsafeMigrations({ path, text })

test.each([
  ['create index a on transactions (amount);'],
  ['create index concurrently a on transactions (amount);'],
  ['-- concurrently\ncreate index concurrently if not exists a on transactions (amount);'],
  ['alter table transactions add constraint a check (amount > 0);'],
  ['alter table transactions add constraint a foreign key (account_id) references accounts (id);'],
  [
    'alter table transactions add constraint a check (amount > 0) not valid;\nalter table transactions validate constraint a;',
  ],
  ['alter table transactions add constraint a unique (id, amount);'],
  ['alter table transactions add column a text not null;'],
  ['alter table transactions add column a timestamptz default now();'],
  ["alter table transactions add column a text default '' check (a <> 'b');"],
  ['alter table transactions add column a uuid references people (id);'],
  ['alter table transactions alter column note type varchar(9);'],
  ['alter table transactions alter note set not null;'],
  ['alter table transactions drop column note;'],
  ['alter table transactions rename column note to remark;'],
  ['drop table seals;'],
  ['update transactions set note = upper(note);'],
  ['-- concurrently\n-- in batches\nupdate transactions set note = null where note is not null;'],
  ['delete from outbox;'],
  ['lock table postings;'],
  ['truncate outbox;'],
  ['alter table transactions add column a text;\nalter table people add column a text;'],
  ['alter table transactions enable row level security;\ncreate policy a on people for select using (true);'],
  ['create table news (id uuid references people (id));\nalter table transactions add column a text;'],
])('refuses %s', (text) => {
  expect(check(text)).not.toEqual([])
  expect(check(text, 'server/migrations/0014-old.sql')).toEqual([])
})

test('accepts what does not stop a bank', () => {
  expect(
    check(`-- A comment; with a semicolon in it.
create table new_things (id uuid primary key, person_id uuid not null references people (id) check (id <> person_id));
create index new_things_of_person on new_things (person_id);
insert into new_things (id, person_id) select id, id from people where false;
update new_things set id = id;
`),
  ).toEqual([])
  expect(
    check(`alter table transactions add column a boolean not null default false;
alter table transactions add constraint b check (a or amount > 0) not valid;
-- A small table: not so many rows.
alter table transactions validate constraint b;
-- contract: unused since 0.3.0
alter table transactions drop column nickname;
grant update (a) on transactions to openteller_app;
grant update (a) on people to openteller_app;
`),
  ).toEqual([])
  expect(
    check(`-- concurrently
drop index concurrently if exists transactions_a;
create index concurrently transactions_a on transactions (a);
-- in batches
update transactions set a = true where id in (select id from transactions where a is null limit 1000);
alter table transactions validate constraint b;
`),
  ).toEqual([])
})
