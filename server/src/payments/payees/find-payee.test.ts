import { expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'

const bank = useBank()

const find = (person: Person, email: string, accountName: string) =>
  person.call('POST', '/payees/find', { body: { email, accountName } })

test('finds a customer by exact address and name: the verified name and the account that a transfer needs', async () => {
  const [ada, grace] = [
    await bank.person(),
    await bank.person({ fullName: 'Grace Hopper', email: 'Grace@Navy.example' }),
  ]
  await grace.call('POST', '/accounts', { body: { name: 'Car' } })
  const payee = {
    accountName: 'Grace Hopper',
    accountNumber: await grace.accountNumber(),
    bankName: bank.config.institution.name,
  }
  for (const [email, name] of [
    ['grace@navy.example', 'dr. hopper, grace'],
    ['GRACE@navy.example', 'Grace Hoper'],
  ] as const)
    expect((await find(ada, email, name)).json()).toEqual({ result: 'found', payee })
})

test('everything else has one answer: a guess learns neither who banks here nor what they are called', async () => {
  const ada = await bank.person({ email: 'ada@own.example' })
  await bank.person({ fullName: 'Grace Hopper', email: 'grace@one.example' })
  for (const status of ['Pending', 'Frozen', 'Closed'] as const)
    await bank.person({ fullName: 'Grace Hopper', email: `grace@${status}.example`, status })
  const unconfirmed = await bank.person({ fullName: 'Grace Hopper', email: 'grace@claimed.example' })
  await bank.owner`update people set email_confirmation_id = gen_random_uuid() where id = ${unconfirmed.id}`
  const asked = [
    ['nobody@one.example', 'Grace Hopper'],
    ['grace@one.example', 'Grace'],
    ['grace@one.example', 'G. H.'],
    ['grace@one.example', 'Eve Example'],
    ['grace@one.exampl', 'Grace Hopper'],
    ['grace@%.example', 'Grace Hopper'],
    ['grace@pending.example', 'Grace Hopper'],
    ['grace@frozen.example', 'Grace Hopper'],
    ['grace@closed.example', 'Grace Hopper'],
    ['grace@claimed.example', 'Grace Hopper'],
    ['ada@own.example', 'Ada Example'],
  ] as const
  for (const [email, name] of asked) {
    const response = await find(ada, email, name)
    expect([email, name, response.statusCode, response.body]).toEqual([email, name, 200, '{"result":"unknown"}'])
  }
})

test('counts with the checks of payees: 30 an hour together, exactly', async () => {
  const ada = await bank.person()
  const check = (i: number) =>
    ada.call('POST', '/payees/check', { body: { accountNumber: '1', accountName: `Guess ${i}` } })
  const calls = Array.from({ length: 40 }, (_, i) => (i % 2 ? check(i) : find(ada, 'x@y.example', `Guess ${i}`)))
  expect(tally(await Promise.all(calls))).toEqual({ '200': 30, '429 too_many': 10 })
})

test.each([
  ['Pending', 'account_pending'],
  ['Frozen', 'account_frozen'],
  ['Closed', 'account_closed'],
] as const)('a %s person can’t ask', async (status, code) => {
  const ada = await bank.person({ status })
  expect(refusalOf(await find(ada, 'x@y.example', 'Grace'))).toMatchObject({ status: 403, code })
})

test.each([
  ['email', 'grace', 'Enter a valid e-mail address.'],
  ['email', ['grace@one.example'], 'Enter a valid e-mail address.'],
  ['accountName', '', 'Account name is required.'],
])('%s %j: %s', async (path, value, msg) => {
  const ada = await bank.person()
  const before = await databaseFingerprint(bank)
  const body = { email: 'grace@one.example', accountName: 'Grace Hopper', [path]: value }
  expect(refusalOf(await ada.call('POST', '/payees/find', { body }))).toEqual(fieldError(path, msg))
  expect(await databaseFingerprint(bank)).toEqual(before)
})
