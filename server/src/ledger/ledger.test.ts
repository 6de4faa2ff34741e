import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { commandsOf } from '../../test/commands.ts'
import { MAX_BALANCE_CENTS } from './account.ts'
import { commitBatch } from './core/commit-batch.ts'
import type { Command, Outcome, Transaction } from './types.ts'

const bank = useBank()
let commands: ReturnType<typeof commandsOf>
let admin: Person
beforeAll(async () => {
  commands = commandsOf(bank)
  admin = await bank.person({ role: 'Admin', fullName: 'Agnes Admin' })
})

const submit = (command: Command): Promise<Outcome> => bank.ledger.submit(command)

async function granted(command: Command): Promise<Transaction> {
  const outcome = await submit(command)
  if (!outcome.ok) throw new Error(`Refused: ${outcome.code}`)
  return outcome.transaction
}

const refused = async (command: Command) => {
  const outcome = await submit(command)
  return outcome.ok ? 'granted' : outcome.code
}

/** The sum of all balances minus the sum of all postings: always zero. */
async function trialBalance(): Promise<bigint> {
  const [sum] = await bank.sql<{ total: string }[]>`
    select (select coalesce(sum(balance), 0) from accounts) - (select coalesce(sum(amount), 0) from postings) as total`
  return BigInt(sum?.total ?? '1')
}

const eventsOf = async ({ id }: Person) =>
  (
    await bank.sql<{ kind: string; mail: boolean }[]>`
    select kind, mail_at is not null as mail from outbox where person_id = ${id} order by number`
  ).map(({ kind, mail }) => (mail ? `${kind} (mail)` : kind))

type AuditRow = { action: string; actor_id: string; before: object; after: object }
const auditRowsOf = ({ id }: Person) =>
  bank.sql<AuditRow[]>`select action, actor_id, before, after from audit where subject_id = ${id} order by number`

describe('transfers', () => {
  test('a declined transfer leaves no trace but its own record', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const transfer = await granted(commands.transfer(person, 120_00n))
    expect(await person.balance()).toEqual({ availableCents: 380_00n, heldCents: 120_00n })

    const declined = await granted(commands.decline(admin, transfer.id, 'The account is closed'))
    expect(declined).toMatchObject({ status: 'Declined', reason: 'The account is closed', bookedAt: null })
    expect(await person.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
    expect((await person.postings()).length).toBe(1)
    expect(await trialBalance()).toBe(0n)
  })

  test('an approved transfer is posted once, against wire clearing', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const transfer = await granted(commands.transfer(person, 120_00n))
    const approved = await granted(commands.approve(admin, transfer.id))
    expect(approved).toMatchObject({ status: 'Completed', amountCents: -120_00n, decidedBy: admin.id })
    expect(await person.balance()).toEqual({ availableCents: 380_00n, heldCents: 0n })
    expect(await person.postings()).toMatchObject([
      { amount: 500_00n, balance_after: 500_00n, contra: 'adjustments' },
      { amount: -120_00n, balance_after: 380_00n, contra: 'wire_clearing', transaction_id: transfer.id },
    ])
    expect(await trialBalance()).toBe(0n)
  })

  test('deciding again the same way does nothing; the opposite way is refused', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const transfer = await granted(commands.transfer(person, 120_00n))
    const first = await granted(commands.approve(admin, transfer.id))
    const again = await granted(commands.approve(admin, transfer.id, { at: new Date(Date.now() + 60_000) }))
    expect(again).toEqual(first)
    expect(await refused(commands.decline(admin, transfer.id))).toBe('already_decided')
    expect((await person.postings()).length).toBe(2)
    expect((await auditRowsOf(person)).map(({ action }) => action)).toEqual(['account.funded', 'transaction.approved'])
  })

  test('inside the bank, one entry has both postings and each person sees their own', async () => {
    const sender = await bank.person({ balanceCents: 500_00n, fullName: 'Sana Sender' })
    const receiver = await bank.person({ balanceCents: 1_00n })
    const to = { accountNumber: await receiver.accountNumber() }
    const transfer = await granted(commands.transfer(sender, 120_00n, { to }))
    expect(await receiver.balance()).toEqual({ availableCents: 1_00n, heldCents: 0n })
    await granted(commands.approve(admin, transfer.id))

    expect(await sender.balance()).toEqual({ availableCents: 380_00n, heldCents: 0n })
    expect(await receiver.balance()).toEqual({ availableCents: 121_00n, heldCents: 0n })
    const entry =
      await bank.sql`select account_id, amount, contra from postings where entry_id = ${transfer.id} order by amount`
    expect([...entry]).toEqual([
      { account_id: sender.id, amount: -120_00n, contra: 'customer_funds' },
      { account_id: receiver.id, amount: 120_00n, contra: 'customer_funds' },
    ])
    const [received] =
      await bank.sql`select * from transactions where account_id = ${receiver.id} and method = 'internal'`
    expect(received).toMatchObject({
      type: 'Deposit',
      amount: 120_00n,
      status: 'Completed',
      party_name: 'Sana Sender',
      party_account: await sender.accountNumber(),
      party_id: sender.id,
      origin_id: transfer.id,
      value_at: transfer.valueAt,
    })
    expect(await eventsOf(receiver)).toEqual(['account.funded', 'deposit.received (mail)'])
    expect(await trialBalance()).toBe(0n)
  })

  test('may be submitted and approved in one batch without another command for the receiver', async () => {
    const sender = await bank.person({ balanceCents: 500_00n })
    const receiver = await bank.person()
    const transfer = commands.transfer(sender, 120_00n, { to: { accountNumber: await receiver.accountNumber() } })
    const outcomes = await commitBatch(bank.sql, 'UTC', [transfer, commands.approve(admin, transfer.id)])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect(await receiver.balance()).toEqual({ availableCents: 120_00n, heldCents: 0n })
  })

  test('are refused above the largest balance, to the cent', async () => {
    const sender = await bank.person({ balanceCents: 500_00n })
    const rich = await bank.person({ balanceCents: MAX_BALANCE_CENTS - 1_00n })
    const to = { accountNumber: await rich.accountNumber() }
    const tooMuch = await granted(commands.transfer(sender, 1_01n, { to }))
    const justRight = await granted(commands.transfer(sender, 1_00n, { to }))
    expect(await refused(commands.approve(admin, tooMuch.id))).toBe('balance_limit')
    expect(await granted(commands.approve(admin, justRight.id))).toMatchObject({ status: 'Completed' })
    expect(await refused(commands.adjust('fund', admin, rich, 1n))).toBe('balance_limit')
    expect(await rich.balance()).toEqual({ availableCents: MAX_BALANCE_CENTS, heldCents: 0n })
    await granted(commands.adjust('debit', admin, rich, 1_00n))
    expect(await granted(commands.approve(admin, justRight.id))).toMatchObject({ status: 'Completed' })
    expect(await refused(commands.approve(admin, tooMuch.id))).toBe('balance_limit')
  })
})

describe('deposits', () => {
  test('change no balance until an administrator approves', async () => {
    const person = await bank.person()
    const receipt = await commands.receipt(person)
    const deposit = await granted(commands.deposit(person, 75_00n, receipt))
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
    expect(await person.postings()).toEqual([])

    await granted(commands.approve(admin, deposit.id))
    expect(await person.balance()).toEqual({ availableCents: 75_00n, heldCents: 0n })
    expect(await person.postings()).toMatchObject([{ amount: 75_00n, contra: 'wire_clearing' }])
    expect(await eventsOf(person)).toEqual(['deposit.submitted', 'deposit.approved (mail)'])
  })

  test('need an unused receipt of the same person, even if the first deposit was declined', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const receipt = await commands.receipt(person)
    expect(await refused(commands.deposit(other, 75_00n, receipt))).toBe('not_found')
    const deposit = await granted(commands.deposit(person, 75_00n, receipt))
    await granted(commands.decline(admin, deposit.id))
    expect(await refused(commands.deposit(person, 75_00n, receipt))).toBe('receipt_used')
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
  })
})

describe('fund and debit', () => {
  test('count for the month of their value date and store their booking time', async () => {
    const person = await bank.person()
    const valueAt = new Date('2020-02-29T23:59:59.999Z')
    const funded = await granted(commands.adjust('fund', admin, person, 300_00n, { valueAt, note: 'Opening balance' }))
    expect(funded).toMatchObject({ status: 'Completed', type: 'Deposit', valueAt, note: 'Opening balance' })
    expect(funded.bookedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await granted(commands.adjust('debit', admin, person, 100_00n, { valueAt: new Date('2020-03-01T00:00:00Z') }))
    const months =
      await bank.sql`select month, deposits, transfers from account_months where account_id = ${person.id} order by 1`
    expect([...months]).toEqual([
      { month: '2020-02-01', deposits: 300_00n, transfers: 0n },
      { month: '2020-03-01', deposits: 0n, transfers: 100_00n },
    ])
  })

  test('write an audit entry with the administrator and the values before and after', async () => {
    const person = await bank.person({ balanceCents: 10_00n })
    const debit = await granted(commands.adjust('debit', admin, person, 4_00n, { note: 'Correction' }))
    const [, entry] = await auditRowsOf(person)
    expect(entry).toMatchObject({
      action: 'account.debited',
      actor_id: admin.id,
      before: { balanceCents: '1000' },
      after: { balanceCents: '600', amountCents: '-400', transactionId: debit.id, note: 'Correction' },
    })
  })

  test('never take held money', async () => {
    const person = await bank.person({ balanceCents: 100_00n })
    await granted(commands.transfer(person, 60_00n))
    expect(await refused(commands.adjust('debit', admin, person, 40_01n))).toBe('insufficient_balance')
    expect(await refused(commands.adjust('debit', person, person, 1n))).toBe('forbidden')
    await granted(commands.adjust('debit', admin, person, 40_00n))
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 60_00n })
  })
})

describe('keys', () => {
  test('return the first outcome again, even after the transaction was decided', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const first = await granted(commands.transfer(person, 120_00n, { key: 'rent' }))
    await granted(commands.approve(admin, first.id))
    const again = await submit(commands.transfer(person, 120_00n, { key: 'rent' }))
    expect(again).toEqual({ ok: true, replayed: true, transaction: first })
    expect(await refused(commands.transfer(person, 120_01n, { key: 'rent' }))).toBe('idempotency_key_reused')
    expect(await person.balance()).toEqual({ availableCents: 380_00n, heldCents: 0n })
  })

  test('belong to one person', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => bank.person({ balanceCents: 500_00n })))
    if (!one || !other) throw new Error('unreachable')
    await granted(commands.transfer(one, 1_00n, { key: 'same word' }))
    expect(await submit(commands.transfer(other, 2_00n, { key: 'same word' }))).toMatchObject({
      ok: true,
      replayed: false,
    })
  })

  test('store a refusal too, unless it is about a credential: each wrong PIN is counted', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const large = commands.transfer(person, 500_01n, { key: 'large' })
    expect(await submit(large)).toMatchObject({ ok: false, code: 'insufficient_balance', replayed: false })
    await bank.fund(person.id, 1_00n)
    expect(await submit(large)).toMatchObject({ ok: false, code: 'insufficient_balance', replayed: true })

    const guess = () => submit(commands.transfer(person, 1_00n, { pin: '9999', key: 'guesses' }))
    for (let i = 0; i < 4; i++) expect(await guess()).toMatchObject({ code: 'pin_incorrect', replayed: false })
    const right = await submit(commands.transfer(person, 1_00n, { key: 'guesses' }))
    expect(right).toMatchObject({ ok: true, replayed: false })
  })
})

test('numbers a person’s notifications without a gap under concurrent commands', async () => {
  const person = await bank.person({ balanceCents: 100_00n })
  await Promise.all(Array.from({ length: 20 }, () => granted(commands.transfer(person, 1_00n))))
  const rows = await bank.sql<{ number: bigint }[]>`select number from outbox where person_id = ${person.id} order by 1`
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, i) => BigInt(i + 1)))
})

test('the application may not delete postings and audit entries, nor change them or stored outcomes', async () => {
  for (const table of ['postings', 'audit', 'seals', 'seal_groups', 'sealed_heads', 'bank_facts']) {
    await expect(bank.sql.unsafe(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    await expect(bank.sql.unsafe(`truncate ${table}`)).rejects.toMatchObject({ code: '42501' })
  }
  const changes = ['postings set amount = 1', 'audit set action = action', 'idempotency set outcome = outcome']
  for (const change of changes)
    await expect(bank.sql.unsafe(`update ${change}`)).rejects.toMatchObject({ code: '42501' })
  for (const table of ['accounts', 'transactions', 'account_months', 'people'])
    await expect(bank.sql.unsafe(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
})
