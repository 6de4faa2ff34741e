import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { openBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { planOf } from '../../../test/plan.ts'
import { APPLICATION_ROLE, openPool } from '../../platform/db/connection.ts'
import { selectDecidedAlone } from '../decided-alone.ts'
import { createLedger } from '../ledger.ts'

test('uses the index even if the table was empty when the query was planned', async () => {
  const bank = await openBank()
  const commands = commandsOf(bank)
  const person = await bank.person({ balanceCents: 1_000_00n })
  // The statistics now say that the table is empty, which makes a sequential scan look cheap.
  await bank.owner`vacuum (analyze) idempotency`
  const pool = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE, byKey: true })
  const ledger = createLedger(pool, { zone: 'UTC' })
  const send = () => ledger.submit(commands.transfer(person, 1_00n, { key: newId() }))
  // A batch of one has a statement of its own.
  for (let sent = 0; sent < 15; sent += 1) expect(await send()).toMatchObject({ ok: true })
  for (const outcome of await Promise.all(Array.from({ length: 15 }, send))) expect(outcome).toMatchObject({ ok: true })
  // A connection reports its statistics when it ends.
  await pool.end()
  const counted = () => bank.owner<{ seq_scan: bigint; idx_scan: bigint; idx_tup_read: bigint }[]>`
    select t.seq_scan, t.idx_scan, i.idx_tup_read
    from pg_stat_user_tables t join pg_stat_user_indexes i using (relid) where i.indexrelname = 'idempotency_pkey'`
  await expect.poll(counted).toEqual([{ seq_scan: 0n, idx_scan: 30n, idx_tup_read: 0n }])
  await bank.close()
})

test('finds decided transactions by id even if the table was empty when the query was planned', async () => {
  const bank = await openBank()
  await bank.owner`vacuum (analyze) transactions`
  const commands = commandsOf(bank)
  const [person, admin] = [await bank.person({ balanceCents: 1_000_00n }), await bank.person({ role: 'Admin' })]
  const pool = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE, byKey: true })
  const ledger = createLedger(pool, { zone: 'UTC' })
  const ids: string[] = []
  for (let sent = 0; sent < 60; sent += 1) {
    const transfer = commands.transfer(person, 1_00n)
    expect(await ledger.submit(transfer)).toMatchObject({ ok: true })
    ids.push(transfer.id)
  }
  // A batch of one has a statement of its own.
  const [alone, together] = [ids.slice(0, 20), ids.slice(20)]
  for (const id of alone) expect(await ledger.submit(commands.approve(admin, id))).toMatchObject({ ok: true })
  const outcomes = await Promise.all(together.map((id) => ledger.submit(commands.approve(admin, id))))
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
  // A connection reports its statistics when it ends.
  await pool.end()
  const reads = async () => {
    const [row] = await bank.owner<{ reads: bigint }[]>`
      select sum(idx_tup_read)::bigint as reads from pg_stat_user_indexes where relname = 'transactions'`
    return Number(row?.reads)
  }
  // A scan of all transactions for each decision would read thousands of entries.
  await expect.poll(reads).toBeGreaterThan(60)
  expect(await reads()).toBeLessThan(600)
  await bank.close()
})

test('finds what staff decided alone in an index of nothing else', async () => {
  const bank = await openBank()
  const pool = openPool(bank.connection, { max: 1, byKey: true })
  const none = "'{}'::uuid[]"
  const since = 'now()'
  const parameters = [none, since, none, since, since]
  const plan = await planOf(pool, selectDecidedAlone(pool, [], [], bank.now()), parameters)
  expect(plan).toContain('transactions_by_decider')
  expect(plan).not.toContain('Seq Scan on transactions')
  await pool.end()
  await bank.close()
})
