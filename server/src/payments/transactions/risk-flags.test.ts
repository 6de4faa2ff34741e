import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RISK_FLAGS } from '#contract/payments/risk-flags.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { createUpload, databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { planOf } from '../../../test/plan.ts'
import { hashDevice } from '../../access/known-devices.ts'
import { hashToken } from '../../access/session.ts'
import { record } from '../../ledger/record.ts'
import { readRisks, submissionsOf } from '../../ledger/transfers/read-risks.ts'

const bank = useBank({ config: { fourEyesAboveCents: 1_000_00n, riskLargeCents: 5_000_00n } })
let teller: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller' })
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const RICH = 100_000_00n

async function asStaffSee(id: string): Promise<AdminTransaction> {
  const [row] = (await teller.call('GET', '/transactions/admin', { query: { search: id } })).json()
  return row
}
async function transfers(person: Person, form: Record<string, unknown> = {}): Promise<string> {
  const response = await person.call('POST', '/transfer', { body: transferForm({ amount: 10, ...form }) })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}
const flagsOf = async (person: Person, form: Record<string, unknown> = {}) =>
  (await asStaffSee(await transfers(person, form))).flags
async function depositFlags(person: Person, amount: number) {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  const response = await person.call('POST', '/deposit', { body })
  expect(response.statusCode).toBe(201)
  return (await asStaffSee(response.json()._id)).flags
}
const approve = async (id: string) => {
  const response = await teller.call('POST', '/deposit/approve', { body: { transactionId: id } })
  expect(response.json().status).toBe('Completed')
}
/** Someone who has paid the form's payee before, so that a transfer has no flag. */
async function regular(balanceCents = RICH): Promise<Person> {
  const person = await bank.person({ balanceCents: balanceCents + 1_00n })
  bank.clock.offsetMs -= 2 * DAY
  await approve(await transfers(person, { amount: 1 }))
  bank.clock.offsetMs += 2 * DAY
  return person
}

test('an ordinary transfer to a known payee has no flag', async () => {
  expect(await flagsOf(await regular())).toEqual([])
})

describe('by amount', () => {
  test.each([
    [5_000, false],
    [5_000.01, true],
  ])('large: %d %s', async (amount, flagged) => {
    expect((await flagsOf(await regular(), { amount })).includes('large')).toBe(flagged)
    expect(await depositFlags(await bank.person(), amount)).toEqual(flagged ? ['large'] : [])
  })

  test.each([
    [949.99, false],
    [950, true],
    [1_000, true],
    [1_000.01, false],
  ])('just_below_limit: %d %s', async (amount, flagged) => {
    expect(await flagsOf(await regular(), { amount })).toEqual(flagged ? ['just_below_limit'] : [])
    expect(await depositFlags(await bank.person(), amount)).toEqual(flagged ? ['just_below_limit'] : [])
  })

  test.each([
    [89.99, false],
    [90, true],
    [100, true],
  ])('whole_balance: %d of 100 available, 50 held: %s', async (amount, flagged) => {
    const ada = await regular(150_00n)
    await transfers(ada, { amount: 50 })
    expect(await flagsOf(ada, { amount })).toEqual(flagged ? ['whole_balance'] : [])
  })
})

describe('new_payee', () => {
  const isNew = async (person: Person, form: Record<string, unknown> = {}) =>
    (await flagsOf(person, form)).includes('new_payee')

  test('until a transfer to the account was approved, and of another account or bank again', async () => {
    const ada = await bank.person({ balanceCents: RICH })
    const first = await transfers(ada)
    expect((await asStaffSee(first)).flags).toEqual(['new_payee'])
    expect(await isNew(ada)).toBe(true)
    await approve(first)
    expect(await isNew(ada)).toBe(false)
    expect(await isNew(ada, { accountName: 'Another Name' })).toBe(false)
    expect(await isNew(ada, { accountNumber: 'X1' })).toBe(true)
    expect(await isNew(ada, { bankName: 'Another Bank' })).toBe(true)
    expect(await isNew(await bank.person({ balanceCents: RICH }))).toBe(true)
  })

  test('the account that will be paid counts: the IBAN, where there is one', async () => {
    const ada = await bank.person({ balanceCents: RICH })
    const [known, other] = ['DE89370400440532013000', 'GB29NWBK60161331926819']
    await approve(await transfers(ada, { iban: known }))
    expect(await isNew(ada, { iban: known })).toBe(false)
    expect(await isNew(ada, { iban: 'de89 3704 0044 0532 0130 00' })).toBe(false)
    // The number and the bank are those of the known payee; the payment file pays the IBAN.
    expect(await isNew(ada, { iban: other })).toBe(true)
    expect(await isNew(ada)).toBe(true)
    // The same account under another number and bank.
    expect(await isNew(ada, { iban: known, accountNumber: 'X2', bankName: 'Another Bank' })).toBe(false)
  })

  test('an IBAN as the account number is the account, too', async () => {
    const ada = await bank.person({ balanceCents: RICH })
    await approve(await transfers(ada, { accountNumber: 'DE89370400440532013000' }))
    expect(await isNew(ada, { accountNumber: 'DE89370400440532013000', bankName: 'Another Bank' })).toBe(false)
    expect(await isNew(ada, { accountNumber: 'DE89370400440532013000', iban: 'GB29NWBK60161331926819' })).toBe(true)
  })

  test('an account of this bank is known by its number, whatever bank was entered', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: RICH }), await bank.person()]
    const accountNumber = await ben.accountNumber()
    await approve(await transfers(ada, { accountNumber }))
    expect(await isNew(ada, { accountNumber, bankName: 'Another Bank' })).toBe(false)
    const [received] = (await teller.call('GET', '/transactions/admin', { query: { userId: ben.id } })).json()
    expect(received).toMatchObject({ type: 'Deposit', flags: [] })
  })
})

describe('velocity', () => {
  test('the fifth transfer within an hour and later ones; deposits are counted apart', async () => {
    const ada = await regular()
    const flags = []
    for (let n = 0; n < 6; n++) flags.push(await flagsOf(ada))
    expect(flags).toEqual([[], [], [], [], ['velocity'], ['velocity']])
    expect(await depositFlags(ada, 1)).toEqual([])
    // The session is idle after an hour: the times of the transfers move instead.
    await bank.owner`
      update transactions set value_at = value_at - interval '1 hour' where account_id = ${ada.id} and status = 'Pending'`
    expect(await flagsOf(ada)).toEqual([])
  })

  test('counts under the lock of the account: of twelve at once, the first four have none', async () => {
    const ada = await regular()
    const create = commandsOf(bank)
    const to = { accountNumber: 'X0532013000', bankName: 'Example Savings Bank' }
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => bank.ledger.submit(create.transfer(ada, 1_00n, { to }))),
    )
    const flagged = outcomes.filter((outcome) => outcome.ok && outcome.transaction.flags.includes('velocity'))
    expect(flagged).toHaveLength(8)
    const rows = await bank.sql`select flags from transactions where account_id = ${ada.id} and status = 'Pending'`
    expect(rows.filter(({ flags }) => flags === '')).toHaveLength(4)
  })

  test('funds, debits and received transfers don’t count', async () => {
    const ada = await regular()
    for (let n = 0; n < 3; n++) {
      await bank.fund(ada.id, 1_00n)
      const body = { userId: ada.id, amount: 1, reason: 'Fee' }
      expect((await teller.call('POST', '/admin/debit', { body })).statusCode).toBe(201)
    }
    expect(await flagsOf(ada)).toEqual([])
    expect(await depositFlags(ada, 1)).toEqual([])
  })
})

describe('over all accounts of a person', () => {
  async function savings(person: Person, balanceCents: bigint): Promise<string> {
    const { _id } = (await person.call('POST', '/accounts', { body: { name: 'Rainy day' } })).json()
    const body = { from: person.id, to: _id, amount: Number(balanceCents) / 100 }
    if (balanceCents > 0n) expect((await person.call('POST', '/accounts/move', { body })).statusCode).toBe(201)
    return _id
  }

  test('velocity: five transfers over three accounts, and over two in one batch', async () => {
    const ada = await regular()
    const own = [ada.id, await savings(ada, 100_00n), await savings(ada, 100_00n)]
    const flags = []
    for (let n = 0; n < 5; n++) flags.push(await flagsOf(ada, { accountId: own[n % 3] }))
    expect(flags).toEqual([[], [], [], [], ['velocity']])

    const ben = await regular()
    const other = await savings(ben, 100_00n)
    const create = commandsOf(bank)
    const to = { accountNumber: 'X0532013000', bankName: 'Example Savings Bank' }
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        bank.ledger.submit(create.transfer(ben, 1_00n, { to, accountId: n % 2 ? other : ben.id })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok && outcome.transaction.flags.includes('velocity'))).toHaveLength(4)
  })

  test('new_payee: known from the main account is known from savings, and the other way round', async () => {
    const ada = await regular()
    const accountId = await savings(ada, 100_00n)
    expect(await flagsOf(ada, { accountId })).toEqual([])
    const first = await transfers(ada, { accountId, accountNumber: 'X7' })
    await approve(first)
    expect((await asStaffSee(first)).flags).toEqual(['new_payee'])
    expect(await flagsOf(ada, { accountNumber: 'X7' })).toEqual([])
  })

  test('whole_balance: 90 % of everything available, whichever account pays, held money left out', async () => {
    const ada = await regular(1_000_00n)
    const accountId = await savings(ada, 950_00n)
    expect(await flagsOf(ada, { amount: 50 })).toEqual([])
    // All of the 950 left is in savings; then 100 is.
    expect(await flagsOf(ada, { accountId, amount: 850 })).toEqual([])
    expect(await flagsOf(ada, { accountId, amount: 89.99 })).toEqual([])
    const ben = await regular(1_000_00n)
    const half = await savings(ben, 500_00n)
    await ben.call('POST', '/accounts/move', { body: { from: half, to: ben.id, amount: 450 } })
    expect(await flagsOf(ben, { amount: 899.99 })).toEqual([])
    await ben.call('POST', '/accounts/move', { body: { from: half, to: ben.id, amount: 50 } })
    expect(await flagsOf(ben, { amount: 90.01 })).toEqual(['whole_balance'])
  })

  test('whole_balance counts accounts that the same batch changes as they then are', async () => {
    const ada = await regular(1_000_00n)
    const accountId = await savings(ada, 500_00n)
    const create = commandsOf(bank)
    const to = { accountNumber: 'X0532013000', bankName: 'Example Savings Bank' }
    const at = bank.now()
    const [first, second] = await Promise.all([
      bank.ledger.submit(create.transfer(ada, 500_00n, { to, accountId, at })),
      bank.ledger.submit(create.transfer(ada, 450_00n, { to, at })),
    ])
    expect([first, second].map((outcome) => outcome.ok && outcome.transaction.flags)).toEqual([[], ['whole_balance']])
  })

  test('another person’s accounts count nothing, and each account is found by an index', async () => {
    const [ada, ben] = [await regular(), await regular()]
    await savings(ben, 500_00n)
    for (let n = 0; n < 4; n++) await transfers(ben)
    expect(await flagsOf(ada)).toEqual([])
    await bank.owner`
      insert into transactions (id, account_id, type, amount, status, method, value_at, submitted_at, decided_at, reference)
      select gen_random_uuid(), ${ben.id}, 'Transfer', -1, 'Declined', 'wire', now() - n * interval '1 s', now(), now(), 'plan'
      from generate_series(1, 5000) n`
    await bank.owner`analyze accounts, transactions`
    // A batch of one sends a list of values, a larger one arrays.
    const one = [`'${ada.id}'`, "'Transfer'", 'null', "'X7'", "'Bank'", "'DE7'", "'DE7'", '0']
    const two = [
      `'{${ada.id},${ada.id}}'`,
      "'{Transfer,Transfer}'",
      "'{null,null}'",
      "'{X-7,X-7}'",
      "'{Bank,Bank}'",
      "'{DE7,DE7}'",
      "'{DE7,DE7}'",
      "'{0,1}'",
    ]
    const others = [`'{${ada.id}}'`, "now() - interval '1 hour'", "'UTC'", "'UTC'", '4']
    const transfer = commandsOf(bank).transfer(ada, 1n)
    for (const given of [
      { commands: [transfer], literals: one },
      { commands: [transfer, transfer], literals: two },
    ]) {
      const at = { earliest: bank.now(), zone: bank.config.bankTimeZone }
      const query = readRisks(bank.sql, submissionsOf(given.commands), [ada.id], at)
      expect(await planOf(bank.owner, query, [...given.literals, ...others])).not.toMatch(
        /Seq Scan on (accounts|transactions)|transactions_newest/,
      )
    }
  })
})

describe('new_device', () => {
  const onDevice = async (person: Person, knownFor: number | null) => {
    const device = hashDevice(`device of ${person.id}`)
    await bank.owner`update sessions set device_hash = ${device} where token_hash = ${hashToken(person.token)}`
    if (knownFor === null) return
    const since = new Date(bank.now().getTime() - knownFor)
    await bank.owner`
      insert into known_devices (person_id, device_hash, created_at, last_used_at)
      values (${person.id}, ${device}, ${since}, ${since})`
  }
  test.each([
    [null, true],
    [DAY - MINUTE, true],
    [DAY + MINUTE, false],
  ])('first signed in on it %s ms ago: %s', async (knownFor, flagged) => {
    const ada = await regular()
    await onDevice(ada, knownFor)
    expect(await flagsOf(ada)).toEqual(flagged ? ['new_device'] : [])
    expect(await depositFlags(ada, 1)).toEqual(flagged ? ['new_device'] : [])
  })
})

describe('credentials_changed', () => {
  test.each([
    'password.changed',
    'pin.reset',
    'factor.added',
    'factor.removed',
    'factors.reset',
    'recovery_codes.replaced',
    'email.changed',
    'email.restored',
  ] as const)('for a day after %s', async (kind) => {
    const ada = await regular()
    await bank.sql.begin((tx) => record(tx, { notifications: [{ personId: ada.id, kind, data: {}, at: bank.now() }] }))
    expect(await flagsOf(ada)).toEqual(['credentials_changed'])
    expect(await depositFlags(ada, 1)).toEqual(['credentials_changed'])
    // The tokens of these tests are idle after a day: the time of the change moves instead.
    await bank.owner`
      update accounts set credentials_changed_at = credentials_changed_at - interval '24 hours' where id = ${ada.id}`
    expect(await flagsOf(ada)).toEqual([])
  })

  test('a PIN created after a reset counts, a first one does not', async () => {
    const changedAt = async ({ id }: Person) =>
      (await bank.sql<{ at: Date | null }[]>`select credentials_changed_at as at from accounts where id = ${id}`)[0]?.at
    const nora = await bank.person({ pin: null })
    await nora.call('POST', '/users/create-transaction-code', { body: { pin: '4821' } })
    expect(await changedAt(nora)).toBeNull()
    const ada = await bank.person()
    expect((await teller.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })).statusCode).toBeLessThan(300)
    const reset = await changedAt(ada)
    // With four eyes on, a reset waits for a second person.
    if (!reset) return
    await bank.owner`update accounts set credentials_changed_at = now() - interval '2 days' where id = ${ada.id}`
    await ada.call('POST', '/users/create-transaction-code', { body: { pin: '4821' } })
    expect((await changedAt(ada))?.getTime()).toBeGreaterThan(bank.now().getTime() - MINUTE)
  })
})

test('customers never see flags, and can’t send any', async () => {
  const ada = await bank.person({ balanceCents: RICH })
  const response = await ada.call('POST', '/transfer', { body: transferForm({ amount: 6_000 }) })
  expect(response.json()).not.toHaveProperty('flags')
  expect((await asStaffSee(response.json()._id)).flags).toEqual(['large', 'new_payee'])
  expect(JSON.stringify((await ada.call('GET', '/transactions')).json())).not.toMatch(/flags|new_payee/)
  const before = await databaseFingerprint(bank)
  const forged = await ada.call('POST', '/transfer', { body: transferForm({ flags: [] }) })
  expect(refusalOf(forged)).toEqual(fieldError('flags', 'Unknown field.'))
  const deposit = { amount: 1, method: 'bank', receipt: 'x', flags: ['large'] }
  expect(refusalOf(await ada.call('POST', '/deposit', { body: deposit })).status).toBe(400)
  expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
})

test('staff filter by flag; an unknown one is refused', async () => {
  const ada = await bank.person({ balanceCents: RICH })
  const [large, small] = [await transfers(ada, { amount: 6_000 }), await transfers(ada, { amount: 3 })]
  const list = async (flag: string) =>
    (await teller.call('GET', '/transactions/admin', { query: { userId: ada.id, flag } }))
      .json()
      .map(({ _id }: AdminTransaction) => _id)
  expect(await list('large')).toEqual([large])
  expect(await list('new_payee')).toEqual([small, large])
  expect(await list('velocity')).toEqual([])
  const response = await teller.call('GET', '/transactions/admin', { query: { flag: 'huge' } })
  expect(refusalOf(response)).toEqual(fieldError('flag', `The flag is one of ${RISK_FLAGS.join(', ')}.`))
})

test('flags stay with the transaction when it is decided', async () => {
  const ada = await bank.person({ balanceCents: RICH })
  const id = await transfers(ada)
  await approve(id)
  expect(await asStaffSee(id)).toMatchObject({ status: 'Completed', flags: ['new_payee'] })
})
