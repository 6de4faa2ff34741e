import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { fourEyesAboveCents: 1_000_00n } })
const MINUTE_MS = 60_000
let [teller, other]: Person[] = []
let ada: Person
beforeAll(async () => {
  bank.clock.stop()
  teller = await bank.person({ role: 'Teller' })
  other = await bank.person({ role: 'Teller' })
})
beforeEach(async () => {
  ada = await bank.person({ balanceCents: 5_000_00n })
})

/** A minute later; returns the time that the change has. */
function later(): string {
  bank.clock.offsetMs += MINUTE_MS
  return bank.clock.now().toISOString()
}
const submit = async (amount: number) =>
  (await ada.call('POST', '/transfer', { body: transferForm({ amount }) })).json() as { _id: string; updatedAt: string }
const act = (path: string, body: object, by: Person | undefined = teller) =>
  by?.call('POST', path, { body }).then((response) => {
    expect(response.statusCode).toBeLessThan(300)
    return response.json()
  })
async function shownToOwner(id: string): Promise<string | undefined> {
  const list = (await ada.call('GET', '/transactions')).json() as { _id: string; updatedAt: string }[]
  return list.find(({ _id }) => _id === id)?.updatedAt
}

test('updatedAt is the time of the submission, then of the decision', async () => {
  const submittedAt = later()
  const { _id, updatedAt } = await submit(20)
  expect([updatedAt, await shownToOwner(_id)]).toEqual([submittedAt, submittedAt])
  const declinedAt = later()
  const declined = await act('/deposit/decline', { transactionId: _id })
  expect([declined.updatedAt, await shownToOwner(_id)]).toEqual([declinedAt, declinedAt])
})

test('a reversal updates the original too', async () => {
  const { _id } = await submit(20)
  const approvedAt = later()
  await act('/deposit/approve', { transactionId: _id })
  expect(await shownToOwner(_id)).toBe(approvedAt)
  const reversedAt = later()
  const reversal = await act('/admin/reverse', { transactionId: _id, reason: 'Sent twice' })
  expect([reversal.updatedAt, await shownToOwner(_id)]).toEqual([reversedAt, reversedAt])
})

test('a first approval is not seen by the customer, the second is', async () => {
  const submittedAt = later()
  const { _id } = await submit(2_000)
  later()
  await act('/deposit/approve', { transactionId: _id })
  expect(await shownToOwner(_id)).toBe(submittedAt)
  const approvedAt = later()
  await act('/deposit/approve', { transactionId: _id }, other)
  expect(await shownToOwner(_id)).toBe(approvedAt)
})
