import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { sealChains } from '../proof/seal.ts'
import { checkInvariants } from './invariants.ts'

/** The invariants about several accounts, each breached once with full write access. */
const bank = useBank({ config: { instantUpToCents: 50_00n } })
let ada: Person
let ben: Person
let savings: string
let moveId: string
let instantId: string
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 500_00n })
  ben = await bank.person({ balanceCents: 20_00n })
  savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  const moved = await bank.ledger.submit(commandsOf(bank).move(ada, ada.id, savings, 30_00n))
  moveId = moved.ok ? moved.transaction.id : ''
  instantId = await payAtOnce()
  await sealChains(bank.sql, bank.now())
})

/** Staff approve the first payment; from then on ben is a known payee. */
async function payAtOnce(): Promise<string> {
  const staff = await bank.person({ role: 'Teller' })
  const { transfer, approve } = commandsOf(bank)
  const pay = async () => {
    const outcome = await bank.ledger.submit(
      transfer(ada, 10_00n, { to: { accountNumber: await ben.accountNumber() } }),
    )
    return outcome.ok ? outcome.transaction : null
  }
  const first = (await pay())?.id ?? ''
  expect(await bank.ledger.submit(approve(staff, first))).toMatchObject({ ok: true })
  const second = await pay()
  expect(second).toMatchObject({ status: 'Completed', decidedBy: null, flags: [] })
  return second?.id ?? ''
}

class Undo extends Error {}

/** The numbers of the breached invariants, before it is taken back. */
async function brokenAfter(harm: (tx: Sql) => Promise<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`alter table accounts drop constraint kinds`
      // Foreign keys are not checked.
      await tx`set local session_replication_role = replica`
      await harm(tx as unknown as Sql)
      const findings = await checkInvariants(tx, 'UTC')
      broken = findings.filter(({ breaches }) => breaches > 0n).map(({ number }) => number)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return broken
}

const [CHAINS, MONTHS, STATUSES, CLOSED, MAINS, MOVES, WITHOUT_ACCOUNT] = [7, 8, 9, 10, 14, 15, 30]

describe('accounts and their owners', () => {
  test('hold after a move, seals included: each account has its own chain', async () => {
    expect((await checkInvariants(bank.sql, 'UTC')).filter(({ breaches }) => breaches > 0n)).toEqual([])
    const sealed = await bank.sql`
      select account_id, posting_number, audit_number from sealed_heads where account_id = ${savings}`
    expect(sealed).toEqual([{ account_id: savings, posting_number: 1n, audit_number: 0n }])
  })

  const breaches: [what: string, numbers: number[], harm: (tx: Sql) => Promise<unknown>][] = [
    [
      'a main account is made a savings account',
      [MAINS],
      (tx) => tx`update accounts set kind = 'savings' where id = ${ben.id}`,
    ],
    ['a second main account', [MAINS], (tx) => tx`update accounts set kind = 'main' where id = ${savings}`],
    [
      'an owner who does not exist',
      [MAINS],
      (tx) =>
        tx`update accounts set owner_id = ${newId()} where number = (select number from accounts where id = ${ben.id})`,
    ],
    ['a savings account with a PIN', [MAINS], (tx) => tx`update accounts set pin_hash = '\\x00' where id = ${savings}`],
    [
      'a savings account with a code',
      [MAINS],
      (tx) => tx`update accounts set code_hash = '\\x00', code_expires_at = now() where id = ${savings}`,
    ],
    [
      'a savings account with a stream of events',
      [MAINS],
      (tx) => tx`update accounts set event_number = 1 where id = ${savings}`,
    ],
    [
      'ten savings accounts',
      [MAINS],
      (tx) => tx`
        insert into accounts (id, owner_id, kind, name, opened_at, number)
        select md5(n::text)::uuid, ${ada.id}, 'savings', 'x', now(), (3000000000 + n)::text from generate_series(1, 9) n`,
    ],
    // The money has changed hands without a transfer: it is income now, too.
    [
      'a savings account is given to another person',
      [MONTHS, MOVES],
      (tx) => tx`update accounts set owner_id = ${ben.id} where id = ${savings}`,
    ],
    [
      'a move counts as income',
      [MONTHS],
      (tx) => tx`insert into account_months values (${savings}, date_trunc('month', now())::date, 3000, 0)`,
    ],
    [
      'one half of a move is put into another entry',
      [5, CHAINS, MOVES],
      (tx) => tx`update postings set entry_id = ${newId()} where account_id = ${savings}`,
    ],
    [
      'one half of a move is called a transfer',
      [MOVES],
      (tx) => tx`update transactions set method = 'internal' where id = ${moveId}`,
    ],
    [
      'an instant transfer that has a flag',
      [MOVES],
      (tx) => tx`update transactions set flags = 'velocity' where id = ${instantId}`,
    ],
    [
      'a transfer that was completed later, and by no member of staff',
      [MOVES],
      (tx) => tx`update transactions set decided_at = decided_at + interval '1 second' where id = ${instantId}`,
    ],
    [
      'an instant transfer that names a member of staff, who is in no audit log',
      [STATUSES],
      (tx) => tx`update transactions set decided_by = ${ben.id} where id = ${instantId}`,
    ],
    [
      'the received half of an instant transfer in an entry of its own',
      [5, CHAINS, MOVES],
      (tx) => tx`update postings set entry_id = transaction_id where entry_id = ${instantId} and amount > 0`,
    ],
    ['a closed savings account with money', [CLOSED], (tx) => closeByForce(tx, savings)],
    ['a closed main account of an active person', [CLOSED], (tx) => closeByForce(tx, ben.id)],
    [
      'an open savings account of a closed person',
      [CLOSED],
      (tx) => tx`update people set status = 'Closed' where id = ${ada.id}`,
    ],
    [
      'a transaction of no account',
      [WITHOUT_ACCOUNT],
      (tx) => tx`
        insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at)
        values (${newId()}, ${newId()}, 'Deposit', 100, 'Pending', 'bank', 'x', now(), now())`,
    ],
    [
      'a posting of no account and no transaction',
      [5, 6, CHAINS, MONTHS, WITHOUT_ACCOUNT],
      (tx) => tx`
        insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
        values (${newId()}, 1, ${newId()}, ${newId()}, 'adjustments', 100, 100, now(), now(), ${Buffer.alloc(32)})`,
    ],
    [
      'a month of no account',
      [MONTHS, WITHOUT_ACCOUNT],
      (tx) => tx`insert into account_months values (${newId()}, '2026-01-01', 100, 0)`,
    ],
    [
      'an audit entry of no account',
      [CHAINS, WITHOUT_ACCOUNT],
      (tx) => tx`
        insert into audit (chain_id, number, id, actor_id, action, before, after, request_id, at, hash)
        values (${newId()}, 1, ${newId()}, ${ben.id}, 'user.updated', '{}', '{}', 'x', now(), ${Buffer.alloc(32)})`,
    ],
  ]
  const closeByForce = async (tx: Sql, id: string) => {
    await tx`alter table accounts drop constraint closed_is_empty`
    await tx`update accounts set closed_at = now() + interval '1 minute' where id = ${id}`
  }
  for (const [what, numbers, harm] of breaches)
    test(`are breached by ${what}`, async () => {
      expect(await brokenAfter(harm)).toEqual(numbers)
    })

  test('the database itself refuses a savings account with secrets, and a main account with another id', async () => {
    const update = (change: string, id: string) => bank.owner.unsafe(`update accounts set ${change} where id = '${id}'`)
    for (const change of ["pin_hash = '\\x00'", "kind = 'main'", "name = ''", 'goal = 0', 'audit_number = 1'])
      await expect(update(change, savings), change).rejects.toThrow('kinds')
    for (const change of ["kind = 'savings'", 'goal = 5'])
      await expect(update(change, ben.id), change).rejects.toThrow('kinds')
    await expect(update(`owner_id = '${newId()}'`, savings)).rejects.toThrow('accounts_owner_id_fkey')
  })

  test('the database itself refuses a row of no account, and a posting of no transaction', async () => {
    const keys = await bank.owner<{ key: string }[]>`
      select conrelid::regclass || ' → ' || confrelid::regclass as key from pg_constraint
      where contype = 'f' and convalidated
        and conrelid::regclass::text in ('transactions', 'postings', 'account_months', 'audit', 'outbox')
      order by 1`
    expect(keys.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'account_months → accounts',
        'audit → accounts',
        'outbox → accounts',
        'postings → accounts',
        'postings → transactions',
        'transactions → accounts',
      ]),
    )
    const moved = bank.owner`update postings set transaction_id = ${newId()} where transaction_id = ${moveId}`
    await expect(moved).rejects.toThrow('postings_transaction_id_fkey')
  })
})
