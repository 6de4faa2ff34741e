import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { transferForm } from '../../../test/money.ts'
import { submitDocuments } from '../../../test/verification.ts'

/* The bell counts what its reader may confirm or decide, and nothing that would be refused. */

const DAY_MS = 86_400_000
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let linus: Person
let teller: Person
let ada: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
  teller = await bank.person({ role: 'Teller' })
})
beforeEach(async () => {
  await bank.owner`update proposals set state = 'rejected', decided_at = now(), decided_by = proposed_by
    where state = 'pending'`
  ada = await bank.person({ balanceCents: 5_000_00n })
})

type Work = 'proposals' | 'transactions' | 'verifications'
const counts = async (people: Person[], what: Work = 'proposals') =>
  Promise.all(people.map(async (person) => (await person.call('GET', '/notifications')).json().office?.[what]))
const added = async (people: Person[], act: () => PromiseLike<unknown>, what?: Work) => {
  const before = await counts(people, what)
  await act()
  return (await counts(people, what)).map((count, i) => count - before[i])
}
const resetPin = (by: Person, person: Person) => by.call('POST', '/admin/reset-pin', { body: { userId: person.id } })
const confirm = async (by: Person) => {
  const [row] = await bank.sql<{ id: string }[]>`select id from proposals where state = 'pending'`
  return (await by.call('POST', `/admin/proposals/${row?.id}/confirm`)).statusCode
}

test('not the reader’s own proposals', async () => {
  expect(await added([grace, linus, teller], () => resetPin(grace, ada))).toEqual([0, 1, 1])
})

test('not what is about a savings account of the reader', async () => {
  const owner = await bank.person({ role: 'Teller', balanceCents: 5_000_00n })
  const { _id: accountId } = (await owner.call('POST', '/accounts', { body: { name: 'Holiday' } })).json()
  const body = { userId: owner.id, accountId, amount: 500, reason: 'Refund', confirm: true }
  const fund = () => grace.call('POST', '/admin/fund', { body })
  expect(await added([owner, linus], fund)).toEqual([0, 1])
  expect(await added([owner, linus], fund, 'transactions')).toEqual([0, 1])
})

test('a PIN reset of staff for Admins only, and not for its subject', async () => {
  const colleague = await bank.person({ role: 'Teller' })
  const admin = await bank.person({ role: 'Admin' })
  expect(await added([teller, colleague, linus], () => resetPin(grace, colleague))).toEqual([0, 0, 1])
  expect([await confirm(teller), await confirm(colleague), await confirm(linus)]).toEqual([403, 403, 200])
  expect(await added([admin, linus], () => resetPin(grace, admin))).toEqual([0, 1])
})

test('not for staff who are new, who were appointed by the proposer, or who appointed the proposer', async () => {
  const others = await Promise.all([1, 2, 3].map(() => bank.person({ role: 'Admin' })))
  const [isNew, appointed, appointer] = others as [Person, Person, Person]
  const proposer = await bank.person({ role: 'Admin' })
  const give = (person: Person, by: Person, agoMs: number) => bank.owner`
    update people set role_given_by = ${by.id}, role_given_at = ${new Date(bank.now().getTime() - agoMs)}
    where id = ${person.id}`
  await give(isNew, linus, DAY_MS - 60_000)
  await give(appointed, proposer, 9 * DAY_MS)
  await give(proposer, appointer, 9 * DAY_MS)
  expect(await added([...others, linus], () => resetPin(proposer, ada))).toEqual([0, 0, 0, 1])
  for (const other of others) expect(await confirm(other)).toBe(403)
})

test('not when the proposer has another role by now', async () => {
  const proposer = await bank.person({ role: 'Admin' })
  await resetPin(proposer, ada)
  const change = () => bank.owner`update people set role = 'Teller' where id = ${proposer.id}`
  expect(await added([linus], change)).toEqual([-1])
  expect(await confirm(linus)).toBe(409)
})

test('proposed and pending money without the reader’s own account', async () => {
  const own = await bank.person({ role: 'Teller', balanceCents: 5_000_00n })
  const fund = () => grace.call('POST', '/admin/fund', { body: { userId: own.id, amount: 1000, reason: 'Refund' } })
  expect(await added([grace, own, teller], fund)).toEqual([0, 0, 1])
  const send = (from: Person, accountNumber: string) =>
    from.call('POST', '/transfer', { body: transferForm({ amount: 10, accountNumber }) })
  const [ownNumber, adasNumber] = [await own.accountNumber(), await ada.accountNumber()]
  expect(await added([own, teller], () => send(own, adasNumber), 'transactions')).toEqual([0, 1])
  expect(await added([own, teller], () => send(ada, ownNumber), 'transactions')).toEqual([0, 1])
})

test('documents of staff for Admins only', async () => {
  const pending = await bank.person({ role: 'Teller', status: 'Pending' })
  expect(await added([teller, linus], () => submitDocuments(pending), 'verifications')).toEqual([0, 1])
})
