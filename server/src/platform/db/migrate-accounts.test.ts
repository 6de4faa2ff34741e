import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { openPool } from './connection.ts'
import { migrate } from './migrator.ts'

const PEOPLE = 4_500

/** As it was before accounts had owners. The migration can run again, so it is undone as far as it matters. */
const UNDO = `
  delete from schema_migrations where name like '0040%';
  drop index accounts_of_owner;
  alter table accounts drop constraint kinds, drop constraint accounts_owner_id_fkey, drop column owner_id cascade, drop column kind,
    drop column name, drop column goal, drop column opened_at, add foreign key (id) references people (id);`

test('accounts from before get their owner and opening date, in batches, while one of them is locked', async () => {
  const database = await createTestDatabase()
  const owner = openPool(database.connection, { max: 3 })
  onTestFinished(async () => {
    await owner.end({ timeoutMs: 1_000 })
    await database.drop()
  })
  await owner.unsafe(UNDO)
  await owner`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select md5(n::text)::uuid, n::text, n::text, 'Person', 'none', 'User', 'Active',
           timestamptz '2024-01-01' + n * interval '1 hour', now()
    from generate_series(1, ${PEOPLE}::int) n`
  await owner`
    insert into accounts (id, number, balance)
    select id, (1000000000 + row_number() over ())::text, 500 from people`

  // A payment under way: its lock is waited for, and what it does stays.
  let migrating: Promise<void> | undefined
  await owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = md5('1')::uuid for update`
    migrating = migrate(database.connection)
    await waitUntilBlocked(owner)
    await tx`update accounts set balance = 400 where id = md5('1')::uuid`
  })
  await migrating
  expect(
    await owner`
    select count(*)::int as accounts, count(*) filter (where a.owner_id = a.id and a.kind = 'main' and a.name = ''
             and a.opened_at = p.created_at and a.goal is null)::int as migrated,
           sum(balance)::int as cents
    from accounts a join people p on p.id = a.owner_id`,
  ).toEqual([{ accounts: PEOPLE, migrated: PEOPLE, cents: PEOPLE * 500 - 100 }])
})
