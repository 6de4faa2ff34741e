import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import type { State, Transaction } from '../types.ts'
import { apply, Journal } from './apply.ts'
import { newTransaction } from './transaction.ts'
import { writeRows } from './write-rows.ts'

const bank = useBank()
let ada: Person
let eve: string
let gil: string
beforeAll(async () => {
  ada = await bank.person()
  eve = (await bank.person({ role: 'Admin' })).id
  gil = (await bank.person({ role: 'Admin' })).id
})

const state = { accounts: new Map() } as unknown as State
const declined = { status: 'Declined', decidedAt: new Date(), reason: 'no' } as const

/** Rolls back: a decision made here has no audit entry and would break an invariant. */
async function rolledBack(work: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error('rolled back')
  const done = bank.owner.begin(async (tx) => {
    await work(tx)
    throw end
  })
  await expect(done).rejects.toBe(end)
}

function newDeposit(): Transaction {
  const at = bank.now()
  const given = { accountId: ada.id, ownerId: ada.id, type: 'Deposit', amountCents: 5_00n, method: 'bank' } as const
  return newTransaction({ ...given, id: newIdAt(at), valueAt: at, submittedAt: at })
}

async function deposit(tx: Tx): Promise<Transaction> {
  const transaction = newDeposit()
  const journal = new Journal()
  journal.opened.set(transaction.id, transaction)
  await writeRows(tx, state, journal)
  return transaction
}

function decide(tx: Tx, transaction: Transaction): Promise<void> {
  const journal = new Journal()
  journal.decided.set(transaction.id, transaction)
  return writeRows(tx, state, journal)
}

const readRow = async (tx: Tx, { id }: Transaction) =>
  (await tx`select status, decided_by, proposed_by, reason from transactions where id = ${id}`)[0]

test('a status changes once: a writer without the account lock changes nothing', () =>
  rolledBack(async (tx) => {
    const transaction = await deposit(tx)
    await decide(tx, { ...transaction, ...declined, decidedBy: eve })
    const first = await readRow(tx, transaction)
    expect(first).toMatchObject({ status: 'Declined', decided_by: eve, reason: 'no' })
    const late = decide(tx, { ...transaction, ...declined, decidedBy: gil, reason: 'late' })
    await expect(late).rejects.toThrow('without the lock')
    expect(await readRow(tx, transaction)).toEqual(first)
  }))

test('a transaction is proposed once, and its proposer stays when another administrator decides', () =>
  rolledBack(async (tx) => {
    const proposed = { proposedBy: eve, proposedAt: bank.now() }
    const transaction = await deposit(tx)
    await decide(tx, { ...transaction, ...proposed })
    const first = await readRow(tx, transaction)
    expect(first).toMatchObject({ status: 'Pending', proposed_by: eve })
    const late = [proposed, { ...proposed, proposedBy: gil }, { ...declined, ...proposed, proposedBy: gil }]
    for (const changed of late)
      await expect(decide(tx, { ...transaction, ...changed })).rejects.toThrow('without the lock')
    expect(await readRow(tx, transaction)).toEqual(first)
    await decide(tx, { ...transaction, ...declined, ...proposed, decidedBy: gil })
    expect(await readRow(tx, transaction)).toMatchObject({ status: 'Declined', decided_by: gil, proposed_by: eve })
  }))

test('two transactions of one batch with the same id throw', () => {
  const transaction = newDeposit()
  const empty = { transactions: new Map(), sentCents: new Map(), recentSubmissions: new Map() } as unknown as State
  const open = { kind: 'open', transaction } as const
  expect(() => apply(empty, new Journal(), [open, open])).toThrow('Two transactions have the id')
})

test('ids for one moment differ, sort by it and are UUIDs of version 7', () => {
  const moment = new Date('2026-01-05T15:20:00.123Z')
  const ids = Array.from({ length: 2_000 }, () => newIdAt(moment))
  expect(new Set(ids).size).toBe(2_000)
  const prefix = moment.getTime().toString(16).padStart(12, '0')
  for (const id of ids) expect(id).toMatch(new RegExp(`^${prefix.slice(0, 8)}-${prefix.slice(8)}-7[0-9a-f]{3}-[89ab]`))
})
