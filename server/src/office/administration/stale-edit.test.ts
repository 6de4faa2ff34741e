import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const edit = (person: Person, updates: object, expected?: object) =>
  admin.call('PATCH', '/admin/user', { body: { userId: person.id, updates, ...(expected ? { expected } : {}) } })

test('updates a user whose expected values are current', async () => {
  const ada = await bank.person({ fullName: 'Ada Example' })
  const response = await edit(ada, { fullName: 'Ada Lovelace' }, { fullName: 'Ada Example', status: 'Active' })
  expect([response.statusCode, response.json().fullName]).toEqual([200, 'Ada Lovelace'])
})

test('rejects an update of values changed meanwhile and returns the current ones', async () => {
  const ada = await bank.person({ fullName: 'Ada Example', status: 'Pending' })
  await ada.call('PUT', '/users/update', { body: { fullName: 'Ada Newer', mobile: '123' } })
  const before = await databaseFingerprint(bank)
  const response = await edit(ada, { fullName: 'Ada Mine', role: 'Admin' }, { fullName: 'Ada Example', role: 'User' })
  expect(refusalOf(response)).toEqual({
    status: 409,
    code: 'changed_meanwhile',
    message: 'Someone else changed this in the meantime.',
    current: { ...(await ada.call('GET', '/users')).json().user, standing: null },
  })
  expect(response.json().current).toMatchObject({ fullName: 'Ada Newer', mobile: '123', role: 'User' })
  // The administrator was shown the person, which is recorded.
  const { access_log: accessLog } = await databaseFingerprint(bank)
  expect(await databaseFingerprint(bank)).toEqual({ ...before, access_log: accessLog })
})

test('ignores changes of other fields', async () => {
  const ada = await bank.person()
  await ada.call('PUT', '/users/update', { body: { mobile: '123' } })
  expect((await edit(ada, { address: 'Here 1' }, { address: '' })).statusCode).toBe(200)
})

test('of two concurrent updates with the same expected values, one succeeds', async () => {
  const ada = await bank.person()
  const names = ['One', 'Two', 'Three', 'Four']
  const responses = await Promise.all(names.map((fullName) => edit(ada, { fullName }, { fullName: ada.fullName })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  const winner = responses.find(({ statusCode }) => statusCode === 200)?.json().fullName
  for (const lost of responses.filter(({ statusCode }) => statusCode === 409))
    expect(lost.json().current.fullName).toBe(winner)
})

test('rejects unknown expected fields', async () => {
  const ada = await bank.person()
  expect(refusalOf(await edit(ada, {}, { balance: '1' }))).toEqual(fieldError('expected.balance', 'Unknown field.'))
  expect(refusalOf(await edit(ada, {}, { fullName: null }))).toEqual(
    fieldError('expected.fullName', 'An expected value is text.'),
  )
})
