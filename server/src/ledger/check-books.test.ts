import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { commandsOf } from '../../test/commands.ts'
import { verifyBooks } from '../bootstrap/verify-books.ts'
import { APPLICATION_ROLE, openPool, type Sql, type Tx } from '../platform/db/connection.ts'
import { checkBooks, checkBooksIfDue, differenceCents } from './check-books.ts'
import { commitHistory } from './core/commit-batch.ts'
import { sealChains } from './proof/seal.ts'

const bank = useBank()
const ask = commandsOf(bank)
const HOUR_MS = 3_600_000
let [admin, ada, ben]: Person[] = []
const people = () => ({ admin: admin as Person, ada: ada as Person, ben: ben as Person })

/** An old part, which is verified and sealed, of two people who paid each other. */
beforeAll(async () => {
  ;[admin, ada, ben] = [await bank.person({ role: 'Admin' }), await bank.person(), await bank.person()]
  for (const person of [ada, ben])
    for (const cents of [100_00n, 50_00n, 7_00n]) expect(await bank.fund(person.id, cents)).toMatchObject({ ok: true })
  await pay(ada, ben, 10_00n)
  expect(await check()).toMatchObject({ unbalancedAccounts: 0n, postings: 8n })
  await sealChains(bank.sql, bank.now())
})

async function pay(from: Person, to: Person, cents: bigint): Promise<string> {
  const submitted = await bank.ledger.submit(
    ask.transfer(from, cents, { to: { accountNumber: await to.accountNumber() } }),
  )
  if (!submitted.ok) throw new Error('The transfer was refused')
  expect(await bank.ledger.submit(ask.approve(people().admin, submitted.transaction.id))).toMatchObject({ ok: true })
  return submitted.transaction.id
}

/** Reads no part of the past again, unless a number of postings is given. */
const check = (recheckedPostings = 0, sql: Sql = bank.sql) => checkBooks(sql, bank.now(), { recheckedPostings })
const wrongAfter = async (recheckedPostings = 0) => (await check(recheckedPostings)).unbalancedAccounts
const points = (sql: Sql | Tx = bank.sql) =>
  sql`select account_id, posting_number, balance, wrong, recheck_wrong from account_checks order by account_id`

class Undo extends Error {}

/** Breaks the books as their owner, verifies in the same transaction, and takes all of it back. */
async function withHarm(harm: (tx: Tx) => PromiseLike<unknown>, look: (sql: Sql, tx: Tx) => Promise<unknown>) {
  const owner = openPool(bank.connection, { max: 1, clock: bank.now })
  const within = owner.begin(async (tx) => {
    await harm(tx)
    const begin = (...args: unknown[]) => (args.at(-1) as (tx: Tx) => unknown)(tx)
    await look(Object.assign(tx, { begin }) as unknown as Sql, tx)
    throw new Undo()
  })
  await within.catch((error) => {
    if (!(error instanceof Undo)) throw error
  })
  await owner.end()
}

const lastOf = (person: Person) => bank.owner`
  (select max(number) from postings where account_id = ${person.id})`

/** What a new posting, or its account, may look like after a bug or an attack. Two accounts fail with an entry of two. */
const harms: [string, bigint, (tx: Tx) => PromiseLike<unknown>][] = [
  ['a balance is changed', 1n, (tx) => tx`update accounts set balance = balance + 1 where id = ${people().ada.id}`],
  ['a head is changed', 1n, (tx) => tx`update accounts set posting_head = sha256('x') where id = ${people().ada.id}`],
  ['a hold is taken off', 1n, (tx) => tx`update accounts set held = 1 where id = ${people().ada.id}`],
  [
    'an amount is changed',
    2n,
    (tx) =>
      tx`update postings set amount = amount - 1 where account_id = ${people().ada.id} and number = ${lastOf(people().ada)}`,
  ],
  [
    'a posting is backdated',
    1n,
    (tx) => tx`
      update postings set value_at = value_at - interval '1 day'
      where account_id = ${people().ada.id} and number = ${lastOf(people().ada)}`,
  ],
  [
    'one side moves to another contra account',
    2n,
    (tx) => tx`
      update postings set contra = 'adjustments'
      where account_id = ${people().ada.id} and number = ${lastOf(people().ada)}`,
  ],
  [
    'a posting is deleted',
    2n,
    (tx) => tx`delete from postings where account_id = ${people().ada.id} and number = ${lastOf(people().ada)}`,
  ],
  [
    'a transaction is pending again',
    1n,
    (tx) => tx`
      update transactions set status = 'Declined', booked_at = null where id =
        (select transaction_id from postings where account_id = ${people().ada.id} and number = ${lastOf(people().ada)})`,
  ],
  [
    'a posting is inserted that its account does not count',
    1n,
    async (tx) => {
      const id = newId()
      await tx`
        insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at)
        values (${id}, ${people().admin.id}, 'Deposit', 100, 'Completed', 'adjustment', 'x', now(), now(), now(), now())`
      await tx`
        insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
        values (${people().admin.id}, 1, ${id}, ${id}, 'adjustments', 100, 100, now(), now(), sha256('x'))`
    },
  ],
]

test.each(harms)('finds in what is new that %s, in every run until it is repaired', async (_, wrong, harm) => {
  const { ada, ben } = people()
  await pay(ada, ben, 1_00n)
  await withHarm(harm, async (sql) => {
    const before = await points(sql)
    expect((await check(0, sql)).unbalancedAccounts).toBe(wrong)
    expect((await check(0, sql)).unbalancedAccounts).toBe(wrong)
    // What failed is not taken for verified.
    const after = await points(sql)
    const failed = after.filter((row) => row.wrong)
    expect(failed.length).toBe(Number(wrong))
    for (const row of failed)
      expect(row).toMatchObject({
        posting_number: before.find((old) => old.account_id === row.account_id)?.posting_number,
      })
  })
  expect(await wrongAfter()).toBe(0n)
})

test('an account that was repaired verifies, although the other side of its entry was verified before', async () => {
  const { ada, ben } = people()
  await pay(ada, ben, 2_00n)
  await bank.owner`update accounts set balance = balance + 5 where id = ${ada.id}`
  const wrong = await check()
  expect([wrong.unbalancedAccounts, differenceCents(wrong)]).toEqual([1n, 5n])
  await bank.owner`update accounts set balance = balance - 5 where id = ${ada.id}`
  const sound = await check()
  expect([sound.unbalancedAccounts, differenceCents(sound)]).toEqual([0n, 0n])
  expect(sound.postings).toBe(wrong.postings)
  // There is no new posting.
  await bank.owner`update accounts set balance = balance + 5 where id = ${ada.id}`
  expect(await wrongAfter()).toBe(1n)
  await bank.owner`update accounts set balance = balance - 5 where id = ${ada.id}`
  expect(await wrongAfter()).toBe(0n)
})

/** Old postings, and what is kept of them. */
const pastHarms: [string, (tx: Tx) => PromiseLike<unknown>][] = [
  [
    'an amount',
    (tx) => tx`update postings set amount = amount + 1 where account_id = ${people().ada.id} and number = 2`,
  ],
  [
    'a contra account',
    (tx) => tx`update postings set contra = 'wire_clearing' where account_id = ${people().ada.id} and number = 1`,
  ],
  ['a deleted posting', (tx) => tx`delete from postings where account_id = ${people().ada.id} and number = 1`],
  [
    'kept sums',
    (tx) => tx`
      update account_checks set adjustments = adjustments - 1, wire_clearing = wire_clearing + 1 where account_id = ${people().ada.id}`,
  ],
  [
    'a chain that was written again with its account and what is kept',
    async (tx) => {
      const of = people().ada.id
      await tx`update postings set value_at = value_at - interval '1 day' where account_id = ${of} and number = 1`
      const [last] = await tx<{ number: bigint }[]>`select posting_number as number from accounts where id = ${of}`
      for (let number = 1n; number <= (last?.number ?? 0n); number++)
        await tx`
          update postings p set hash = sha256(coalesce((select hash from postings where account_id = ${of} and number = ${number}::bigint - 1),
            decode(repeat('00', 32), 'hex')) || convert_to(concat_ws(E'\n', account_id, number, entry_id, transaction_id, contra, amount,
            balance_after, (extract(epoch from value_at) * 1000)::bigint, (extract(epoch from booked_at) * 1000)::bigint), 'UTF8'))
          where account_id = ${of} and number = ${number}`
      await tx`
        update accounts set posting_head = (select hash from postings where account_id = ${of} and number = ${last?.number ?? 0n})
        where id = ${of}`
      await tx`update account_checks set posting_head = (select posting_head from accounts where id = ${of}) where account_id = ${of}`
    },
  ],
]

test.each(pastHarms)(
  '%s in the verified past is found by reading it again, and by a full verification',
  async (_, harm) => {
    await withHarm(harm, async (sql) => {
      expect((await check(0, sql)).unbalancedAccounts).toBe(0n)
      expect((await check(1_000, sql)).unbalancedAccounts).toBe(1n)
      // It stays found.
      expect((await check(1_000, sql)).unbalancedAccounts).toBe(1n)
      expect((await verifyBooks(sql, 'UTC', () => {})).breached).not.toBe(null)
    })
    expect(await wrongAfter(1_000)).toBe(0n)
  },
)

test('an account whose past was wrong is read first until it is right', async () => {
  const { ada } = people()
  await withHarm(
    (tx) => tx`update postings set amount = amount + 1 where account_id = ${ada.id} and number = 2`,
    async (sql, tx) => {
      expect((await check(1_000, sql)).unbalancedAccounts).toBe(1n)
      bank.clock.offsetMs += HOUR_MS
      await tx`update postings set amount = amount - 1 where account_id = ${ada.id} and number = 2`
      const [row] = await tx<
        { postings: number }[]
      >`select posting_number::int as postings from accounts where id = ${ada.id}`
      expect((await check(row?.postings, sql)).unbalancedAccounts).toBe(0n)
    },
  )
})

test('reads the past again piece by piece, also of an account with many postings, and says how far it is', async () => {
  const { ada } = people()
  const oldest = async () => {
    const [row] = await bank.sql<{ at: Date }[]>`select min(rechecked_at) as at from account_checks`
    return row?.at.getTime() ?? 0
  }
  await check(1_000)
  bank.clock.offsetMs += HOUR_MS
  const start = bank.now().getTime()
  const [kept] = await bank.sql<{ runs: number }[]>`
    select sum(ceil(greatest(posting_number, 1) / 3.0))::int as runs from account_checks`
  const most = kept?.runs ?? 0
  let runs = 0
  for (; (await oldest()) < start && runs < most; runs++) expect((await check(3)).unbalancedAccounts).toBe(0n)
  expect(await oldest()).toBeGreaterThanOrEqual(start)
  expect(runs).toBeGreaterThan(2)
  await withHarm(
    (tx) => tx`update postings set amount = amount + 1 where account_id = ${ada.id} and number = 3`,
    async (sql) => {
      let wrong = 0n
      for (let run = 0; run < 3 * most; run++) wrong = (await check(1, sql)).unbalancedAccounts || wrong
      expect(wrong).toBe(1n)
    },
  )
})

test('a transaction that began before the point and commits after it is verified by the next run', async () => {
  const { ben } = people()
  const fund = ask.adjust('fund', people().admin, ben, 3_00n, { at: new Date(bank.now().getTime() - 2 * HOUR_MS) })
  const before = await check()
  const committed = bank.sql.begin(async (tx) => {
    expect(await commitHistory(tx, 'UTC', [fund])).toMatchObject([{ ok: true }])
    // Other accounts go on meanwhile.
    await bank.fund(people().ada.id, 1_00n)
    expect((await check()).postings).toBe(before.postings + 1n)
  })
  await committed
  const after = await check()
  expect([after.postings, after.unbalancedAccounts]).toEqual([before.postings + 2n, 0n])
  await withHarm(
    (tx) => tx`update postings set amount = amount + 1 where transaction_id = ${fund.id}`,
    async (sql) => expect((await check(1_000, sql)).unbalancedAccounts).toBe(1n),
  )
})

test('many new postings are verified in several transactions, and what failed is in the result', async () => {
  const { ada, ben } = people()
  await check()
  for (const { id } of [ada, ada, ben]) await bank.fund(id, 1_00n)
  const inParts = () => checkBooks(bank.sql, bank.now(), { recheckedPostings: 0, postingsPerTransaction: 1 })
  await bank.owner`update accounts set balance = balance + 5 where id = ${ada.id}`
  const wrong = await inParts()
  expect([wrong.unbalancedAccounts, differenceCents(wrong)]).toEqual([1n, 5n])
  await bank.owner`update accounts set balance = balance - 5 where id = ${ada.id}`
  const sound = await inParts()
  expect([sound.unbalancedAccounts, differenceCents(sound), sound.postings]).toEqual([0n, 0n, wrong.postings])
})

test('a verification that breaks off keeps nothing, and the next one reads what it had read', async () => {
  const { ada } = people()
  await check()
  await bank.fund(ada.id, 1_00n)
  const before = await points()
  const broken = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE, clock: bank.now })
  // An invalid time: its result can't be stored, after everything was verified.
  await expect(checkBooks(broken, new Date(Number.NaN))).rejects.toThrow()
  await broken.end()
  expect(await points()).toEqual(before)
  expect(await check()).toMatchObject({ unbalancedAccounts: 0n })
  expect(await points()).not.toEqual(before)
})

test('two servers at once verify one after the other, or leave it to the first', async () => {
  const { ada } = people()
  const other = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE, clock: bank.now })
  for (let round = 0; round < 3; round++) {
    await bank.fund(ada.id, 1_00n)
    const checks = await Promise.all([check(1_000), check(1_000, other)])
    expect(checks.map(({ unbalancedAccounts }) => unbalancedAccounts)).toEqual([0n, 0n])
    expect(checks[0]?.postings).toBe(checks[1]?.postings)
  }
  await bank.owner.begin(async (tx) => {
    await tx`lock table account_checks in share row exclusive mode`
    await other`set lock_timeout = 50`
    expect(await checkBooksIfDue(other, 0)).toBe(null)
  })
  await other.end()
})

test.each([
  ['ahead', 100 * 24 * HOUR_MS],
  ['behind', -100 * 24 * HOUR_MS],
])('a server whose clock is %s neither skips a posting nor stops the past from being read again', async (_, skewMs) => {
  const { ada } = people()
  await checkBooks(bank.sql, new Date(bank.now().getTime() + skewMs))
  await bank.fund(ada.id, 1_00n)
  await withHarm(
    (tx) => tx`update postings set amount = amount + 1 where account_id = ${ada.id} and number = ${lastOf(ada)}`,
    async (sql) => expect((await check(0, sql)).unbalancedAccounts).toBe(1n),
  )
  expect(await wrongAfter(1_000)).toBe(0n)
  expect(await bank.sql`select 1 from account_checks where rechecked_at > ${bank.now()}`).toEqual([])
})

/** Old postings of one account, and the account as they leave it. */
async function addPast(tx: Tx, { id }: Person, postings: number): Promise<void> {
  await tx`set local session_replication_role = replica`
  await tx`
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
    select ${id}::uuid, n, gen_random_uuid(), gen_random_uuid(), 'adjustments', 1, n, '2024-01-01', timestamptz '2024-01-01' + n * interval '1 minute',
      sha256(n::text::bytea) from generate_series(1, ${postings}::integer) n`
  await tx`
    update accounts set posting_number = ${postings}, balance = ${postings}, posting_head = sha256(${String(postings)}::bytea) where id = ${id}`
  await tx`
    update account_checks c set posting_number = a.posting_number, balance = a.balance, posting_head = a.posting_head, adjustments = a.balance
    from accounts a where a.id = c.account_id and a.id = ${id}`
  await tx`analyze postings`
}

test('reads the postings of changed accounts only', async () => {
  await check()
  await bank.fund(people().ada.id, 1_00n)
  await withHarm(
    (tx) => addPast(tx, people().admin, 5_000),
    async (sql, tx) => {
      const read = async () => {
        const [row] = await tx<{ rows: bigint }[]>`
          select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = 'postings'`
        return Number(row?.rows)
      }
      const before = await read()
      expect((await check(0, sql)).unbalancedAccounts).toBe(0n)
      expect((await read()) - before).toBeLessThan(200)
    },
  )
})
