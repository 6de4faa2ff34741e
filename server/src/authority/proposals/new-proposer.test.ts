import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'

const DAY_MS = 86_400_000
const bank = useBank({ config: { fourEyesAboveCents: 0n } })
let first: Person
let second: Person
let other: Person
let proposer: Person
let ada: Person
beforeAll(async () => {
  first = await bank.person({ role: 'Admin' })
  second = await bank.person({ role: 'Admin' })
  other = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  proposer = await bank.person({ role: 'Admin' })
  ada = await bank.person({ balanceCents: 500_00n })
})

/** As if `first` had proposed the proposer's role and `second` had confirmed it. */
const appoint = (agoMs: number) => bank.owner`
  update people set role_given_by = ${second.id}, role_proposed_by = ${first.id},
                    role_given_at = ${new Date(bank.now().getTime() - agoMs)} where id = ${proposer.id}`

type Confirm = (by: Person, id: string) => ReturnType<Person['call']>
const approve: Confirm = (by, transactionId) => by.call('POST', '/deposit/approve', { body: { transactionId } })
const confirm: Confirm = (by, id) => by.call('POST', `/admin/proposals/${id}/confirm`)
const CASES: [string, () => ReturnType<Person['call']>, Confirm][] = [
  ['a fund', () => proposer.call('POST', '/admin/fund', { body: { userId: ada.id, amount: 10 } }), approve],
  ['a PIN reset', () => proposer.call('POST', '/admin/reset-pin', { body: { userId: ada.id } }), confirm],
]

test.each(CASES)('%s by staff who are new is not confirmed by those who appointed them', async (_, propose, decide) => {
  await appoint(DAY_MS - 60_000)
  const { _id } = (await propose()).json()
  const before = await databaseFingerprint(bank)
  for (const appointer of [first, second])
    expect(refusalOf(await decide(appointer, _id))).toMatchObject({ status: 403, code: 'second_admin_needed' })
  expect(await databaseFingerprint(bank)).toEqual(before)
  expect((await decide(other, _id)).statusCode).toBe(200)
})

test.each(CASES)('%s by staff appointed a day ago is confirmed by one of the two', async (_, propose, decide) => {
  await appoint(DAY_MS)
  for (const appointer of [first, second]) {
    ada = await bank.person({ balanceCents: 500_00n })
    expect((await decide(appointer, (await propose()).json()._id)).statusCode).toBe(200)
  }
})
