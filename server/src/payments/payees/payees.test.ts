import { describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { instantUpTo } from './check-payee.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n, riskLargeCents: 80_00n, fourEyesAboveCents: 70_00n } })

const form = (changed: Record<string, unknown> = {}) => ({
  name: 'Rent',
  accountName: 'Grace Example',
  accountNumber: '0532013000',
  bankName: 'Example Savings Bank',
  ...changed,
})
const add = (person: Person, changed: Record<string, unknown> = {}) =>
  person.call('POST', '/payees', { body: form(changed) })
const update = (person: Person, id: string, body: object) => person.call('PATCH', `/payees/${id}`, { body })
const check = (person: Person, accountNumber: string, accountName: string) =>
  person.call('POST', '/payees/check', { body: { accountNumber, accountName } })
const payeesOf = async (person: Person) => (await person.call('GET', '/payees')).json() as { name: string }[]

describe('saved payees', () => {
  test('are added, listed by name, changed field by field and deleted', async () => {
    const ada = await bank.person()
    const added = await add(ada, { iban: 'de89 3704-0044 0532 0130 00', swiftCode: 'cobadeff' })
    expect(added.statusCode).toBe(201)
    const rent = { _id: added.json()._id, ...form({ iban: 'DE89370400440532013000', swiftCode: 'COBADEFF' }) }
    expect(added.json()).toEqual(rent)
    const dentist = (await add(ada, { name: 'dentist', accountNumber: '2' })).json()
    expect(dentist).toMatchObject({ iban: '', swiftCode: '' })
    expect(await payeesOf(ada)).toEqual([dentist, rent])
    const changed = await update(ada, rent._id, { name: 'New flat', iban: '' })
    expect(changed.json()).toEqual({ ...rent, name: 'New flat', iban: '' })
    expect(await payeesOf(ada)).toEqual([dentist, changed.json()])
    expect((await ada.call('DELETE', `/payees/${rent._id}`)).statusCode).toBe(204)
    expect(await payeesOf(ada)).toEqual([dentist])
  })

  test('that are added, or get another account, are told to the owner; another name for them is not', async () => {
    const ada = await bank.person()
    const told = () => bank.sql`
      select kind, data, mail_at is not null as mailed from outbox where person_id = ${ada.id} order by number`
    const { _id } = (await add(ada)).json()
    const data = { name: 'Rent', accountName: 'Grace Example', bankName: 'Example Savings Bank', lastDigits: '3000' }
    const added = { kind: 'payee.added', data, mailed: true }
    expect(await told()).toEqual([added])
    // Nothing is told of what was refused, or is not about the account.
    await add(ada)
    await update(ada, _id, { name: 'Flat' })
    await update(ada, _id, { accountNumber: '0532013000' })
    expect(await told()).toEqual([added])
    const changed = { name: 'Flat', accountName: 'Eve Example', bankName: 'Example Savings Bank', lastDigits: '6819' }
    await update(ada, _id, { accountName: 'Eve Example', iban: 'GB29NWBK60161331926819' })
    expect(await told()).toEqual([added, { kind: 'payee.changed', data: changed, mailed: true }])
  })

  test('of another person can’t be read, changed or deleted: 404, and nothing changes', async () => {
    const [ada, ben, staff] = [await bank.person(), await bank.person(), await bank.person({ role: 'Admin' })]
    const { _id } = (await add(ada)).json()
    const before = await databaseFingerprint(bank)
    for (const other of [ben, staff]) {
      expect((await update(other, _id, { accountNumber: '666' })).statusCode).toBe(404)
      expect((await other.call('DELETE', `/payees/${_id}`)).statusCode).toBe(404)
      expect(await payeesOf(other)).toEqual([])
    }
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('an account is saved once, even by calls at once', async () => {
    const ada = await bank.person()
    const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => add(ada, { name: `Rent ${i}` })))
    expect(tally(responses)).toEqual({ '201': 1, '409 payee_exists': 7 })
    const other = (await add(ada, { accountNumber: '2' })).json()
    expect(refusalOf(await update(ada, other._id, { accountNumber: '0532013000' }))).toEqual({
      status: 409,
      code: 'payee_exists',
      message: 'You have saved this account already.',
    })
    expect((await update(ada, other._id, { accountNumber: '2', name: 'Same' })).statusCode).toBe(200)
  })

  test('at most 200, even by calls at once', async () => {
    const ada = await bank.person()
    await bank.owner`
      insert into payees (id, person_id, name, account_name, account_number, bank_name, created_at)
      select gen_random_uuid(), ${ada.id}, 'P', 'P', 'n' || i, 'B', ${bank.now()} from generate_series(1, 198) i`
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => add(ada, { accountNumber: `x${i}` })))
    expect(tally(responses)).toEqual({ '201': 2, '409 payee_limit': 4 })
  })

  test.each([
    ['name', '', 'Name is required.'],
    ['name', 'x'.repeat(101), 'Name can have at most 100 characters.'],
    ['accountName', 'evil\u202Egnp', 'Account name has characters that can’t be stored.'],
    ['accountNumber', 5, 'Account number is required.'],
    ['iban', 'DE00NOTANIBAN', 'Enter a valid IBAN.'],
    ['iban', 'DE89 3704 0044 0532 0130 01', 'Enter a valid IBAN.'],
    ['iban', 'DE89３70400440532013000', 'Enter a valid IBAN.'],
    ['iban', null, 'IBAN must be text.'],
    ['swiftCode', 'NOPE', 'Enter a valid SWIFT code (8 or 11 characters).'],
    ['swiftCode', 'COBAXXFF', 'Enter a valid SWIFT code (8 or 11 characters).'],
    ['ownerId', 'x', 'Unknown field.'],
  ])('%s %j: %s', async (path, value, msg) => {
    const ada = await bank.person()
    const { _id } = (await add(ada)).json()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await add(ada, { accountNumber: '9', [path]: value }))).toEqual(fieldError(path, msg))
    expect(refusalOf(await update(ada, _id, { name: 'x', [path]: value }))).toEqual(fieldError(path, msg))
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('an update without a field is refused', async () => {
    const ada = await bank.person()
    const { _id } = (await add(ada)).json()
    expect(refusalOf(await update(ada, _id, {}))).toEqual(fieldError('', 'Nothing to change.'))
  })
})

describe('the check of a payee', () => {
  const numberOf = async ({ id }: Person) => {
    const [row] = await bank.owner<{ number: string }[]>`select number from accounts where id = ${id}`
    return row?.number ?? ''
  }

  test('tells match, close, no match and elsewhere, and names the holder for close only', async () => {
    const [ada, grace] = [await bank.person(), await bank.person({ fullName: 'Grace Hopper' })]
    const number = await numberOf(grace)
    expect((await check(ada, number, 'dr. hopper, grace')).json()).toEqual({ result: 'match' })
    expect((await check(ada, number, 'Grace Hoper')).json()).toEqual({ result: 'close', name: 'Grace Hopper' })
    expect((await check(ada, number, 'Hopper')).json()).toEqual({ result: 'no_match' })
    expect((await check(ada, number, 'Ada Lovelace')).json()).toEqual({ result: 'no_match' })
    expect((await check(ada, '0532013000', 'Grace Hopper')).json()).toEqual({ result: 'elsewhere' })
  })

  test('says up to which amount a transfer to a known payee is completed at once, and the ledger does so', async () => {
    const [ada, ben, grace] = [
      await bank.person({ balanceCents: 500_00n }),
      await bank.person(),
      await bank.person({ fullName: 'Grace Hopper' }),
    ]
    const accountNumber = await numberOf(grace)
    const send = (amount: number) =>
      ada.call('POST', '/transfer', { body: transferForm({ accountNumber, amount }) }).then((sent) => sent.json())
    const first = await send(10)
    // Staff review the first one.
    expect((await check(ada, accountNumber, 'Grace Hopper')).json()).toEqual({ result: 'match' })
    const teller = await bank.person({ role: 'Teller' })
    await teller.call('POST', '/deposit/approve', { body: { transactionId: first._id } })
    expect((await check(ada, accountNumber, 'Grace Hopper')).json()).toEqual({ result: 'match', instantUpTo: 66.49 })
    expect((await check(ben, accountNumber, 'Grace Hopper')).json()).toEqual({ result: 'match' })
    expect([first, await send(66.49), await send(66.5)].map(({ status }) => status)).toEqual([
      'Pending',
      'Completed',
      'Pending',
    ])
  })

  test.each<[bigint | null, bigint, bigint | null, bigint | null]>([
    [100_00n, 80_00n, null, 80_00n],
    [100_00n, 1_000_00n, null, 100_00n],
    [100_00n, 80_00n, 70_01n, 66_50n],
    [100_00n, 80_00n, 1_000_00n, 80_00n],
    [100_00n, 80_00n, 0n, 80_00n],
    [null, 80_00n, 70_00n, null],
  ])(
    'of INSTANT_UP_TO %s, RISK_LARGE %s and FOUR_EYES_ABOVE %s names %s',
    (instantUpToCents, riskLargeCents, fourEyesAboveCents, expected) => {
      expect(instantUpTo({ instantUpToCents, riskLargeCents, fourEyesAboveCents })).toBe(expected)
    },
  )

  test('names the owner of a savings account, until it is closed', async () => {
    const [ada, grace] = [await bank.person(), await bank.person({ fullName: 'Grace Hopper' })]
    const { _id, number } = (await grace.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    expect((await check(ada, number, 'Grace Hoper')).json()).toEqual({ result: 'close', name: 'Grace Hopper' })
    await grace.call('POST', `/accounts/${_id}/close`)
    expect((await check(ada, number, 'Grace Hoper')).json()).toEqual({ result: 'elsewhere' })
  })

  test('a closed account is answered like one elsewhere', async () => {
    const [ada, gone] = [await bank.person(), await bank.person({ fullName: 'Grace Hopper', status: 'Closed' })]
    expect((await check(ada, await numberOf(gone), 'Grace Hoper')).json()).toEqual({ result: 'elsewhere' })
  })

  test('can be made 30 times an hour by one person, exactly, from however many devices', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => check(ada, '1', `Guess ${i}`)))
    expect(tally(responses)).toEqual({ '200': 30, '429 too_many': 20 })
    const refused = responses.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await check(ben, '1', 'Guess')).statusCode).toBe(200)
    await bank.owner`update attempts set started_at = started_at - interval '1 hour' where scope = 'payee check'`
    expect((await check(ada, '1', 'Guess')).statusCode).toBe(200)
  })
})
