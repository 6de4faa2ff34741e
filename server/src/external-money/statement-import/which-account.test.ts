import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint } from '../../../test/money.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, mt940, statementForm } from '../../../test/statement-files.ts'

/** Which account a file is of: an honest mistake here books the money of one account in another. */
const bank = useBank()
let admin: Person
let [rabo, ing, german] = ['', '', '']
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  rabo = await addExternalAccount(admin, 'NL71RABO0123456789')
  ing = await addExternalAccount(admin, '0099-887766')
  german = await addExternalAccount(admin, 'DE89 3704 0044 0532 0130 00')
})

let day = 0
/** Another statement each time, of days of its own. */
const made = (account: string) => {
  day++
  const on = new Date(Date.UTC(2026, 0, day * 2)).toISOString().slice(0, 10)
  return { account, openingCents: 0, entries: [{ on, cents: 5_00, text: `Payment ${day}` }] }
}
const upload = async (file: string, fields?: Record<string, string>, by = admin) => {
  const response = await by.call('POST', '/admin/bank-statements', statementForm(file, fields))
  return { status: response.statusCode, ...response.json() }
}
const unclear = (...ids: string[]) => ({
  status: 409,
  code: 'account_unclear',
  current: { candidates: ids.map((_id) => expect.objectContaining({ _id })) },
})
const audited = async (action: string) =>
  (await bank.sql`select before, after from audit where action = ${action} order by at, id`).map(
    ({ before, after }) => [before, after],
  )

test('a number inside an IBAN is asked about, said once, and changed or forgotten later', async () => {
  const file = mt940(made('0123456789'))
  const before = await databaseFingerprint(bank)
  const asked = await upload(file)
  expect(asked).toMatchObject(unclear(rabo))
  expect(asked.current).toEqual({
    number: '0123456789',
    currency: 'USD',
    numbers: ['0123456789'],
    candidates: [{ _id: rabo, name: 'Outside', number: 'NL71RABO0123456789', currency: 'USD' }],
  })
  expect(await databaseFingerprint(bank)).toEqual(before)

  expect(await upload(file, { outsideAccountId: rabo })).toMatchObject({ status: 201, account: { _id: rabo } })
  // Other zeros and separators are the same number, in every format.
  for (const next of [
    mt940(made('123456789')),
    mt940(made('000-0123-456-789')),
    camt053(camtStatement(made('0123456789'))),
  ])
    expect(await upload(next)).toMatchObject({ status: 201, account: { _id: rabo } })
  const numbers = async () => {
    const listed: { _id: string; alsoNamed: string[] }[] = (await admin.call('GET', '/admin/outside-accounts')).json()
    return [rabo, ing].map((id) => listed.find(({ _id }) => _id === id)?.alsoNamed)
  }
  expect(await numbers()).toEqual([['123456789'], []])

  // Staff say otherwise with the next file: from then on it is another account's.
  expect(await upload(mt940(made('0123456789')), { outsideAccountId: ing })).toMatchObject({
    status: 201,
    account: { _id: ing },
  })
  expect(await upload(mt940(made('0123456789')))).toMatchObject({ status: 201, account: { _id: ing } })
  expect(await numbers()).toEqual([[], ['123456789']])
  const forget = () => admin.call('DELETE', `/admin/outside-accounts/${ing}/numbers/0123456789`)
  expect((await forget()).statusCode).toBe(204)
  expect((await forget()).statusCode).toBe(404)
  expect(await upload(mt940(made('0123456789')))).toMatchObject(unclear(rabo))
  const number = '123456789'
  expect(await audited('statement_number.remembered')).toEqual([
    [
      { number, outsideAccountId: null },
      { number, outsideAccountId: rabo },
    ],
    [
      { number, outsideAccountId: rabo },
      { number, outsideAccountId: ing },
    ],
  ])
  expect(await audited('statement_number.forgotten')).toHaveLength(1)
})

test('equal numbers need no question; an IBAN that only contains the number of an account does', async () => {
  for (const number of ['99887766', '0099-887766', '00 99.88-77/66'])
    expect(await upload(mt940(made(number))), number).toMatchObject({ status: 201, account: { _id: ing } })
  expect(await upload(camt053(camtStatement(made('NL02INGB0099887766'))))).toMatchObject(unclear(ing))
  // A bank code in place of check digits is not the whole number.
  expect(await upload(mt940(made('37040044/0532013000')))).toMatchObject(unclear(german))
  expect(await upload(mt940(made('DE02120300000000202051')))).toMatchObject({
    status: 400,
    code: 'unknown_account',
    current: { number: 'DE02120300000000202051', candidates: [] },
  })
})

test('two accounts that could both be meant', async () => {
  const [padded, plain] = [await addExternalAccount(admin, '0055443322'), await addExternalAccount(admin, '55443322')]
  expect(await upload(mt940(made('0055443322')))).toMatchObject({ account: { _id: padded } })
  expect(await upload(mt940(made('55443322')))).toMatchObject({ account: { _id: plain } })
  expect(await upload(mt940(made('00055443322')))).toMatchObject(unclear(padded, plain))
  expect(await upload(mt940(made('00055443322')), { outsideAccountId: padded })).toMatchObject({ status: 201 })
  expect(await upload(mt940(made('00055443322')))).toMatchObject({ account: { _id: padded } })
})

test('what staff say does not change whose file it is: neither of a known number, nor of a file that is imported', async () => {
  const own = mt940(made('NL71RABO0123456789'))
  expect(await upload(own, { outsideAccountId: ing })).toMatchObject(unclear(rabo))
  expect(await upload(own, { outsideAccountId: rabo })).toMatchObject({ status: 201 })
  const other = mt940(made('777666555'))
  expect(await upload(other, { outsideAccountId: rabo })).toMatchObject({ status: 201 })
  expect(await upload(other, { outsideAccountId: ing })).toMatchObject({ status: 409, code: 'imported_elsewhere' })
  expect(await upload(other)).toMatchObject({ status: 201, account: { _id: rabo }, lines: { known: 1, total: 1 } })
  const csv = '2026-05-01;1.00;Text\n'
  const mapping = JSON.stringify({
    delimiter: ';',
    skipRows: 0,
    dateOrder: 'ymd',
    decimal: '.',
    bookedOn: 0,
    amount: 1,
    text: [2],
  })
  expect(await upload(csv, { outsideAccountId: ing, mapping })).toMatchObject({ status: 201, account: { _id: ing } })
  // It names no account, so the same rows may be another's.
  expect(await upload(csv, { outsideAccountId: rabo, mapping })).toMatchObject({ status: 201, account: { _id: rabo } })
})

test('a file with several accounts: each number by itself', async () => {
  const several = (...numbers: string[]) => numbers.map((number) => mt940(made(number))).join('')
  expect(await upload(several('0099887766', '333222111'), { outsideAccountId: german })).toMatchObject({
    status: 201,
    account: { _id: ing },
    others: [{ account: { _id: german } }],
  })
  // Two unclear numbers are not both the account that was said, and nor is one beside the account itself.
  const two = several('0123456789', '5320130001')
  expect(await upload(two, { outsideAccountId: rabo })).toMatchObject({
    status: 409,
    code: 'account_unclear',
    current: { number: '0123456789', numbers: ['0123456789', '5320130001'] },
  })
  expect(await upload(several('NL71RABO0123456789', '888777666'), { outsideAccountId: rabo })).toMatchObject({
    code: 'account_unclear',
    message: expect.stringContaining('can’t both be'),
  })
  const say = (account: string, number: string) =>
    admin.call('PUT', `/admin/outside-accounts/${account}/numbers/${number}`)
  expect((await say(rabo, '0123456789')).json()).toMatchObject({
    _id: rabo,
    alsoNamed: expect.arrayContaining(['123456789']),
  })
  expect((await say(german, '5320130001')).statusCode).toBe(200)
  expect(await upload(two)).toMatchObject({ account: { _id: rabo }, others: [{ account: { _id: german } }] })
  // An account's own number is never another's.
  expect((await say(german, '99887766')).json()).toMatchObject({ code: 'outside_account_exists' })
})

test('who may say so: an Admin, about an account that there is', async () => {
  const file = mt940(made('0123400000'))
  const nobody = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
  expect(await upload(file, { outsideAccountId: 'x' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await upload(file, { outsideAccountId: nobody })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await upload(file, { outsideAccountId: rabo, account: ing })).toMatchObject({ status: 400, code: 'invalid' })
  for (const role of ['Auditor', 'Teller', 'Support', 'User'] as const) {
    const person = await bank.person({ role })
    expect((await upload(file, { outsideAccountId: rabo }, person)).status, role).toBe(403)
    const said = await person.call('PUT', `/admin/outside-accounts/${rabo}/numbers/123400000`)
    expect(said.statusCode, role).toBe(403)
  }
})
