import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteIdempotencyKeysBefore } from '../src/ledger/erasure/delete-old-records.ts'
import { ledgerData } from '../src/ledger/personal-data.ts'
import type { Tx } from '../src/platform/db/connection.ts'
import { type Person, useBank } from './bank.ts'

/*
 * A server that was taken over: every statement as the application's role, past all of its code. The other files of tests show that
 * what the rules allow still works, because every server of a test runs as this role.
 */

const bank = useBank()
const POLICY = { code: '42501', message: expect.stringContaining('row-level security policy') }
const NO_RIGHT = { code: '42501', message: expect.stringContaining('permission denied') }

let [grace, linus, ada]: Person[] = []
const admin = () => grace ?? fail()
const second = () => linus ?? fail()
const customer = () => ada ?? fail()
const fail = (): never => {
  throw new Error('beforeAll has not run')
}
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace' })
  linus = await bank.person({ role: 'Admin', fullName: 'Linus' })
  ada = await bank.person({ fullName: 'Ada', balanceCents: 100_00n })
})

/** Runs statements as the application and takes them back. Returns what the work returns. */
async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome: { value?: T } = {}
  await bank.sql
    .begin(async (tx) => {
      outcome.value = await work(tx)
      throw new Error('taken back')
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error
    })
  return outcome.value as T
}

const insertErasure = (tx: Tx, personId: string, by: string, keptFor = '0 seconds') => tx`
  insert into erasures (person_id, erased_at, erased_by, identity, identity_until, books_until)
  values (${personId}, now(), ${by}, '\\x00', now() + ${keptFor}::interval, now())`

describe('an account', () => {
  test('stays its owner’s, under its number and of its kind', async () => {
    for (const [column, value] of [
      ['id', `'${newId()}'`],
      ['owner_id', `'${admin().id}'`],
      ['number', `'0000000000'`],
      ['kind', `'staff'`],
      ['opened_at', 'now()'],
    ])
      await expect(
        attempt((tx) => tx.unsafe(`update accounts set ${column} = ${value} where id = '${customer().id}'`)),
        column,
      ).rejects.toMatchObject(NO_RIGHT)
  })
})

describe('an erasure', () => {
  test.each(['Active', 'Frozen', 'Pending'] as const)('of a person who is %s is refused', async (status) => {
    const { id } = await bank.person({ status })
    await expect(attempt((tx) => insertErasure(tx, id, admin().id))).rejects.toMatchObject(POLICY)
  })

  test('of a person with an open savings account, or of one who only seems closed, is refused', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    await bank.owner`
      insert into accounts (id, owner_id, kind, name, number, opened_at) values (${newId()}, ${id}, 'savings', 'S', '0000000001', now())`
    await expect(attempt((tx) => insertErasure(tx, id, admin().id))).rejects.toMatchObject(POLICY)
    // With money in it, an account can't be closed for the purpose either.
    await expect(
      attempt(async (tx) => {
        await tx`update people set status = 'Closed' where id = ${customer().id}`
        await insertErasure(tx, customer().id, admin().id)
      }),
    ).rejects.toMatchObject(POLICY)
    await expect(
      attempt((tx) => tx`update accounts set closed_at = now() where id = ${customer().id}`),
    ).rejects.toMatchObject({ code: '23514' })
    await bank.owner`delete from accounts where owner_id = ${id} and kind = 'savings'`
  })

  test('attack: of a living person, whose account is emptied and closed for one transaction, is refused', async () => {
    const { id } = await bank.person({ balanceCents: 900_00n })
    const attack = bank.sql.begin(async (tx) => {
      await tx`update people set status = 'Closed' where id = ${id}`
      await tx`update accounts set balance = 0, closed_at = now() where id = ${id}`
      await insertErasure(tx, id, admin().id)
      await tx`update audit set redacted_at = now() where chain_id = ${id}`
      await tx`update accounts set balance = 90000, closed_at = null where id = ${id}`
      await tx`update people set status = 'Active' where id = ${id}`
    })
    await expect(attack).rejects.toMatchObject({ ...POLICY, message: expect.stringContaining('"erasures"') })
  })

  test('by the person, or one that is finished already, is refused; by staff of a closed person it is not', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    await expect(attempt((tx) => insertErasure(tx, id, id))).rejects.toMatchObject(POLICY)
    await expect(
      attempt(
        (tx) => tx`
          insert into erasures (person_id, erased_at, erased_by, identity_until, books_until, identity_erased_at)
          values (${id}, now(), ${admin().id}, now(), now(), now())`,
      ),
    ).rejects.toMatchObject(POLICY)
    expect(await attempt((tx) => insertErasure(tx, id, admin().id))).toMatchObject({ count: 1 })
  })

  test('keeps its person, times and identity: the identity can only be deleted', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    const changed = (change: string) =>
      attempt(async (tx) => {
        await insertErasure(tx, id, admin().id)
        return (await tx.unsafe(`update erasures set ${change} where person_id = '${id}'`)).count
      })
    await expect(changed(`identity = '\\x01'`)).rejects.toMatchObject(POLICY)
    for (const change of [`person_id = '${customer().id}'`, 'identity_until = now()', 'erased_at = now()'])
      await expect(changed(change)).rejects.toMatchObject(NO_RIGHT)
    expect(await changed('identity = null, identity_erased_at = now()')).toBe(1)
    expect(await changed('swept_at = now()')).toBe(1)
    // Not before its day, which the clock of the database knows.
    const early = attempt(async (tx) => {
      await insertErasure(tx, id, admin().id, '1 minute')
      await tx`update erasures set identity = null, identity_erased_at = now() where person_id = ${id}`
    })
    await expect(early).rejects.toMatchObject(POLICY)
    await expect(attempt((tx) => tx`delete from erasures`)).rejects.toMatchObject(NO_RIGHT)
  })
})

describe('an audit entry', () => {
  let [closed, entry]: string[] = []
  beforeAll(async () => {
    const person = await bank.person({ fullName: 'Otto Example' })
    closed = person.id
    for (const body of [
      { userId: closed, updates: { address: 'Elm "Court": 5' } },
      { userId: closed, updates: { status: 'Closed' }, reason: 'Moved away' },
    ])
      expect((await admin().call('PATCH', '/admin/user', { body })).statusCode).toBe(200)
    const [row] = await bank.sql<{ id: string }[]>`
      select id from audit where chain_id = ${closed} and after ->> 'address' is not null`
    entry = row?.id
  })

  const redact = (tx: Tx, after: string, before = '{"address":""}') => tx`
    update audit set before = ${before}::text::json, after = ${after}::text::json, redacted_at = now() where id = ${entry ?? ''}`

  test('stays, of the living and of the closed', async () => {
    for (const statement of [
      `update audit set before = '{}', after = '{}'`,
      `update audit set redacted_at = now() where chain_id = '${closed}'`,
    ])
      expect(await attempt((tx) => tx.unsafe(statement))).toMatchObject({ count: 0 })
    for (const statement of [
      'delete from audit',
      'truncate audit',
      'update audit set hash = hash',
      'update audit set at = at',
      `update audit set actor_id = '${customer().id}'`,
    ])
      await expect(attempt((tx) => tx.unsafe(statement))).rejects.toMatchObject(NO_RIGHT)
  })

  test('loses texts with the erasure, and nothing else', async () => {
    const erased = (after: string, before?: string) =>
      attempt(async (tx) => {
        await insertErasure(tx, closed ?? '', admin().id)
        return (await redact(tx, after, before)).count
      })
    expect(await erased('{"address":"[erased]"}')).toBe(1)
    expect(await erased('{"address":"Elm \\"Court\\": 5"}')).toBe(1)
    for (const after of [
      '{}',
      '{"address":"Oak Row 1"}',
      '{"address":7}',
      '{"name":"[erased]"}',
      '{"address":["[erased]"]}',
      '{"address":"[erased]","role":"[erased]"}',
      '"[erased]"',
    ])
      await expect(erased(after)).rejects.toMatchObject(POLICY)
    await expect(erased('{"address":"[erased]"}', '{"address":"Oak Row 1"}')).rejects.toMatchObject(POLICY)
  })

  test('keeps numbers and words beside the texts', async () => {
    const original = '{"amountCents":500,"names":["Otto",{"role":"User","x":null}],"on":true}'
    const erased = (after: string) =>
      attempt(async (tx) => {
        await insertErasure(tx, closed ?? '', admin().id)
        return (await redact(tx, after, '{}')).count
      })
    await bank.owner.begin(async (owner) => {
      await owner`create table original as select id, before, after from audit where id = ${entry ?? ''}`
      await owner`update audit set before = '{}', after = ${original}::text::json where id = ${entry ?? ''}`
    })
    expect(await erased(original.replace('Otto', '[erased]'))).toBe(1)
    expect(await erased(original.replace('Otto', '[erased]').replace('User', '[erased]'))).toBe(1)
    for (const [from, to] of [
      ['500', '5'],
      ['true', 'false'],
      ['null', '"[erased]"'],
      ['User', 'Admin'],
      ['amountCents', 'amount'],
      ['"Otto",', ''],
    ] as const)
      await expect(erased(original.replace(from, to))).rejects.toMatchObject(POLICY)
    await bank.owner`update audit a set before = o.before, after = o.after from original o where o.id = a.id`
    await bank.owner`drop table original`
  })

  test('is erased in the transaction of the erasure only, before the entry about it', async () => {
    // Committed without its entry, the erasure opens nothing.
    await bank.sql.begin((tx) => insertErasure(tx, closed ?? '', admin().id))
    expect(await attempt((tx) => redact(tx, '{"address":"[erased]"}'))).toMatchObject({ count: 0 })
    await bank.owner`delete from erasures where person_id = ${closed ?? ''}`
    // The software erases like this. What is added afterwards stays, also in a transaction that touches the erasure.
    const erasure = `/admin/users/${closed}/erasure`
    expect((await admin().call('POST', erasure, { body: { ground: 'requested' } })).statusCode).toBe(200)
    expect((await admin().call('POST', `${erasure}/identity`)).statusCode).toBe(200)
    const later = await attempt(async (tx) => {
      await tx`update erasures set swept_at = now() where person_id = ${closed ?? ''}`
      return tx`update audit set before = '{}', after = '{}', redacted_at = now() where chain_id = ${closed ?? ''}`
    })
    expect(later.count).toBe(0)
    expect(await bank.sql`select before::text, after::text from audit where id = ${entry ?? ''}`).toEqual([
      { before: '{"address":""}', after: '{"address":"[erased]"}' },
    ])
  })
})

describe('a stored outcome', () => {
  const insertKey = async (age: string, personId = customer().id) => {
    const key = newId()
    await bank.owner`
      insert into idempotency (person_id, route, key, request_hash, outcome, created_at)
      values (${personId}, 'test', ${key}, '\\x00', '{}', now() - ${age}::interval)`
    return key
  }
  const isKept = async (key: string) => (await bank.owner`select 1 from idempotency where key = ${key}`).length === 1

  test('stays for 90 days by the clock of the database, whatever time a server has', async () => {
    expect(ledgerData.idempotency.cleanUp.lifetimeMs).toBe(90 * 86_400_000)
    const [young, old] = [await insertKey('89 days 23 hours'), await insertKey('90 days 1 hour')]
    await deleteIdempotencyKeysBefore(bank.sql, bank.sql`now() + interval '100 days'`)
    expect([await isKept(young), await isKept(old)]).toEqual([true, false])
    await bank.sql`delete from idempotency`
    expect(await isKept(young)).toBe(true)
    for (const statement of ['update idempotency set created_at = created_at', 'truncate idempotency'])
      await expect(attempt((tx) => tx.unsafe(statement))).rejects.toMatchObject(NO_RIGHT)
  })

  test('goes with an erased person', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    const key = await insertKey('1 day', id)
    const count = await attempt(async (tx) => {
      await insertErasure(tx, id, admin().id)
      return (await tx`delete from idempotency where key = ${key}`).count
    })
    expect(count).toBe(1)
  })
})

describe('a proposal', () => {
  let id: string
  beforeAll(async () => {
    Object.assign(bank.config, { fourEyesAboveCents: 0n })
    const body = { userId: customer().id, updates: { role: 'Teller' } }
    id = (await admin().call('PATCH', '/admin/user', { body })).json()._id
  })

  const change = (assignments: string) =>
    attempt(async (tx) => (await tx.unsafe(`update proposals set ${assignments} where id = '${id}'`)).count)
  const decided = (state: string, by: string | null, more = '') =>
    change(`state = '${state}', decided_at = now(), decided_by = ${by === null ? 'null' : `'${by}'`}${more}`)

  test('is decided as it was made: a second person gets what the first has proposed', async () => {
    expect(await decided('confirmed', second().id)).toBe(1)
    expect(await decided('rejected', admin().id, `, reason = 'Withdrawn'`)).toBe(1)
    expect(await decided('expired', null)).toBe(1)
    for (const by of [admin(), customer()])
      await expect(decided('confirmed', by.id)).rejects.toMatchObject({ constraint: 'four_eyes' })
    const forged = `'{"role":"Admin"}'`
    for (const column of ['before', 'after', 'basis', 'change']) {
      await expect(change(`${column} = ${forged}`)).rejects.toMatchObject(POLICY)
      await expect(change(`${column} = '{"role":"[erased]"}'`)).rejects.toMatchObject(POLICY)
      await expect(decided('confirmed', second().id, `, ${column} = ${forged}`)).rejects.toMatchObject(POLICY)
    }
    for (const assignment of [`reason = 'Because'`, `secret = '\\x00'`])
      await expect(change(assignment)).rejects.toMatchObject(POLICY)
    for (const column of ['kind', 'subject_id', 'subject_role', 'proposed_by', 'proposer_role', 'proposed_at'])
      await expect(change(`${column} = ${column}`)).rejects.toMatchObject(NO_RIGHT)
    await expect(attempt((tx) => tx`delete from proposals`)).rejects.toMatchObject(NO_RIGHT)
  })

  test('is decided once, and is not added as decided', async () => {
    expect((await second().call('POST', `/admin/proposals/${id}/reject`, { body: {} })).statusCode).toBe(200)
    await expect(decided('confirmed', second().id)).rejects.toMatchObject(POLICY)
    await expect(change(`state = 'pending', decided_at = null, decided_by = null`)).rejects.toMatchObject(POLICY)
    await expect(change(`reason = 'Another one'`)).rejects.toMatchObject(POLICY)
    const copy = (state: string, by: string) =>
      attempt(
        (tx) => tx`
          insert into proposals (id, kind, subject_id, subject_role, before, after, basis, change, proposed_by, proposer_role,
            proposed_at, state, decided_by, decided_at)
          select ${newId()}, kind, subject_id, subject_role, before, after, basis, change, proposed_by, proposer_role, proposed_at,
            ${state}, ${by}, now() from proposals where id = ${id}`,
      )
    await expect(copy('confirmed', second().id)).rejects.toMatchObject(POLICY)
    await expect(copy('rejected', second().id)).rejects.toMatchObject(POLICY)
  })
})
