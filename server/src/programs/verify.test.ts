import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { makeBankFolder } from '../../test/bank-folder.ts'
import { commandsOf } from '../../test/commands.ts'
import { verifyBooks } from '../bootstrap/verify-books.ts'
import { checkInvariants, invariants } from '../ledger/books/invariants.ts'
import { sealChains } from '../ledger/proof/seal.ts'
import type { Sql } from '../platform/db/connection.ts'
import { runStatement } from '../platform/db/run-statement.ts'

const bank = useBank()
let sender: Person
let receiver: Person
let waiting: string
beforeAll(async () => {
  const ask = commandsOf(bank)
  const admin = await bank.person({ role: 'Admin' })
  sender = await bank.person({ balanceCents: 500_00n })
  receiver = await bank.person({ balanceCents: 20_00n })
  const send = async (cents: bigint, to = {}) => {
    const submitted = await bank.ledger.submit(ask.transfer(sender, cents, { to }))
    return submitted.ok ? submitted.transaction.id : ''
  }
  const inside = await send(30_00n, { accountNumber: await receiver.accountNumber() })
  await bank.ledger.submit(ask.approve(admin, inside))
  await bank.ledger.submit(ask.decline(admin, await send(40_00n)))
  expect(await sealChains(bank.sql, bank.now())).toMatchObject({ number: 1n })
  waiting = await send(50_00n)
})

class Undo extends Error {}

/** Breaks the books as their owner, looks, and takes it back. */
async function afterBreaking(harm: (tx: Sql) => Promise<unknown>) {
  const lines: string[] = []
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await harm(tx as unknown as Sql)
      const findings = await checkInvariants(tx, 'UTC')
      broken = findings.filter(({ breaches }) => breaches > 0n).map(({ number }) => number)
      // The transaction is open already: `verifyBooks` reads through it.
      const reader = { begin: (_: string, read: (within: typeof tx) => unknown) => read(tx) } as unknown as Sql
      expect((await verifyBooks(reader, 'UTC', (line) => lines.push(line))).breached).toBe(broken[0])
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return { lines, broken }
}

/** A forger who knows how the chain is made, and has the rights to write it. */
const rechain = (tx: Sql, accountId: string) => tx`
  with recursive linked as (
    select number, sha256(decode(repeat('00', 32), 'hex') || content) as hash
    from contents where number = (select min(number) from contents)
    union all
    select c.number, sha256(l.hash || c.content) from linked l join contents c
      on c.number = (select min(number) from contents where number > l.number)),
  forged as (update postings p set hash = l.hash from linked l
             where p.account_id = ${accountId} and p.number = l.number returning p.number, p.hash)
  update accounts set posting_head = (select hash from forged order by number desc limit 1),
    posting_number = (select max(number) from forged) where id = ${accountId}`

const contentsOf = (tx: Sql, accountId: string) => tx`
  create temporary table contents on commit drop as
  select number, convert_to(concat_ws(E'\n', account_id, number, entry_id, transaction_id, contra, amount, balance_after,
    (extract(epoch from value_at) * 1000)::bigint, (extract(epoch from booked_at) * 1000)::bigint), 'UTF8') as content
  from postings where account_id = ${accountId}`

const insertTransaction = (tx: Sql, status: 'Completed' | 'Declined', booked: Date | null) => tx`
  insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
                            decided_at)
  values (${newId()}, ${sender.id}, 'Deposit', 100, ${status}, 'adjustment', 'x', now(), now(), ${booked}, now())`

describe('each invariant, breached with full write access', () => {
  const cases: [number, string, (tx: Sql) => Promise<unknown>][] = [
    [
      1,
      'a cent is moved from one balance to another',
      (tx) => tx`update accounts set balance = balance + case id when ${sender.id} then -1 else 1 end
                 where id in (${sender.id}, ${receiver.id})`,
    ],
    [2, 'a hold is taken off', (tx) => tx`update accounts set held = 0 where id = ${sender.id}`],
    [
      3,
      'more is held than there is',
      async (tx) => {
        await tx`alter table accounts drop constraint funds`
        await tx`update transactions set amount = -90000 where id = ${waiting}`
        await tx`update accounts set held = 90000 where id = ${sender.id}`
      },
    ],
    [
      4,
      'a posting number is skipped, and the chain rebuilt',
      async (tx) => {
        await tx`delete from seal_groups`
        await tx`delete from sealed_heads`
        await tx`delete from seals`
        await tx`update postings set number = number + 1 where account_id = ${sender.id} and number = 2`
        await contentsOf(tx, sender.id)
        await rechain(tx, sender.id)
      },
    ],
    [
      5,
      'one side of an internal transfer is put down as a wire, and the chain rebuilt',
      async (tx) => {
        await tx`delete from seal_groups`
        await tx`delete from sealed_heads`
        await tx`delete from seals`
        await tx`update postings set contra = 'wire_clearing' where account_id = ${receiver.id} and amount = 3000`
        await contentsOf(tx, receiver.id)
        await rechain(tx, receiver.id)
      },
    ],
    [6, 'a Completed transaction that was never posted', (tx) => insertTransaction(tx, 'Completed', new Date())],
    [
      7,
      'an act is rewritten',
      (tx) =>
        tx`update audit set after = '{"status":"Declined","reason":"a better one"}' where action = 'transaction.declined'`,
    ],
    [
      8,
      'a month is embellished',
      (tx) => tx`update account_months set deposits = deposits + 1 where account_id = ${sender.id}`,
    ],
    [
      9,
      'a status is changed without a decision',
      (tx) => tx`
        insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, decided_at)
        values (${newId()}, ${sender.id}, 'Deposit', 100, 'Declined', 'bank', 'x', now(), now(), now())`,
    ],
  ]
  for (const [number, what, harm] of cases)
    test(`${number}: ${what}`, async () => {
      const { lines, broken } = await afterBreaking(harm)
      expect(broken).toEqual([number])
      expect(lines.length).toBe(number)
      expect(lines.at(-1)).toMatch(new RegExp(`^${number}  BREACH  .* \\([12] wrong, \\d+ checked\\)$`))
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\d {2}ok {6}.*checked\)$/)
    })
})

describe('the chains', () => {
  const breaks: Record<string, (tx: Sql) => Promise<unknown>> = {
    'the last act of a person is deleted': (tx) =>
      tx`delete from audit a where chain_id = ${sender.id} and number = (select max(number) from audit where chain_id = a.chain_id)`,
    'a sealed head is changed': (tx) =>
      tx`update sealed_heads set audit_number = audit_number + 1 where account_id = ${sender.id}`,
    'a seal is backdated': (tx) => tx`update seals set at = at - interval '1 day'`,
    'a posting is backdated': (tx) =>
      tx`update postings set booked_at = booked_at - interval '1 day' where amount = -3000`,
    'a posting moves to another entry': (tx) => tx`update postings set entry_id = ${newId()} where amount = -3000`,
    'everything is rebuilt after the seal': async (tx) => {
      await tx`update postings set booked_at = booked_at - interval '1 day' where account_id = ${sender.id} and number = 2`
      await contentsOf(tx, sender.id)
      await rechain(tx, sender.id)
    },
  }
  for (const [what, harm] of Object.entries(breaks))
    test(`show it when ${what}`, async () => {
      expect((await afterBreaking(harm)).broken).toContain(7)
    })
})

type ProcessResult = { code: number | null; out: string; err: string }
async function runVerify(env: Record<string, string>): Promise<ProcessResult> {
  const program = fileURLToPath(new URL('./verify.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}

describe('the command', () => {
  const url = (database = bank.connection.database) => {
    const { host, port, user } = bank.connection
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }

  const newestResult = async () => {
    const [row] = await bank.sql`select held, breached from full_book_checks order by at desc limit 1`
    return row
  }

  test('prints a line for each invariant of a bank at work and ends with 0', async () => {
    const { code, out, err } = await runVerify({ DATABASE_URL: url() })
    expect(err).toBe('')
    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBe(invariants.length + 1)
    expect(lines.at(-1)).toBe(`All ${invariants.length} invariants hold.`)
    expect(out).toContain('1  ok      Every balance is the sum of its postings  (3 checked)\n')
    expect(code).toBe(0)
    expect(await newestResult()).toEqual({ held: invariants.length, breached: null })
  })

  test('says so where its result can’t be recorded, as on a standby', async () => {
    const { code, out } = await runVerify({ DATABASE_URL: `${url()}&options=-c%20default_transaction_read_only%3Don` })
    expect(out.trimEnd().split('\n').at(-1)).toBe('The result is not recorded: this database can only be read.')
    expect(code).toBe(0)
  })

  test('ends with 1 at the first breach', async () => {
    await bank.owner`update account_months set deposits = deposits + 1 where account_id = ${sender.id}`
    const { code, out } = await runVerify({ DATABASE_URL: url() })
    await bank.owner`update account_months set deposits = deposits - 1 where account_id = ${sender.id}`
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      '8  BREACH  Monthly figures equal the postings they summarize  (1 wrong, 2 checked)',
    )
    expect(code).toBe(1)
    expect(await newestResult()).toEqual({ held: 7, breached: 8 })
  })

  test('sums the months in the zone of the first start, whatever is configured now', async () => {
    await bank.owner`insert into bank_facts (name, value) values ('time_zone', 'UTC')`
    const late = await bank.fund(sender.id, 1n, new Date('2026-01-31T23:30:00Z'))
    expect(late.ok).toBe(true)
    expect((await runVerify({ DATABASE_URL: url(), BANK_TIME_ZONE: 'Asia/Tokyo' })).code).toBe(0)
  })

  test('checks a stopped bank, and says so where there is none', async () => {
    const dataDir = await makeBankFolder()
    const empty = `empty_${newId().replaceAll('-', '')}`
    await runStatement(bank.connection, `create database ${empty}`)
    onTestFinished(async () => {
      await rm(dataDir, { recursive: true, force: true })
      await runStatement(bank.connection, `drop database ${empty}`)
    })
    expect(await runVerify({ DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
    expect(await runVerify({ DATABASE_URL: url(empty) })).toMatchObject({
      code: 1,
      err: 'This database holds no bank.\n',
    })
    const nothing = join(dataDir, 'nothing')
    expect(await runVerify({ DATA_DIR: nothing })).toMatchObject({
      code: 1,
      err: `There is no bank in DATA_DIR ${nothing}.\n`,
    })
  })
})
