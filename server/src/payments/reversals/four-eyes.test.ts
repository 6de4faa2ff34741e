import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { refusalOf, tally } from '../../../test/money.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let linus: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Teller', fullName: 'Grace Teller' })
  linus = await bank.person({ role: 'Teller', fullName: 'Linus Teller' })
})

const reverse = (by: Person, transactionId: string, key?: string) =>
  by.call('POST', '/admin/reverse', {
    body: { transactionId, reason: 'Sent twice' },
    headers: key ? { 'idempotency-key': key } : {},
  })
const decide = (by: Person, how: 'approve' | 'decline', transactionId: string) =>
  by.call('POST', `/deposit/${how}`, { body: { transactionId } })

/** Approved by another two, so that this test's actors have moved nothing yet. */
async function transferred(amountCents: bigint, { internal = true } = {}) {
  const [ada, ben] = [await bank.person({ balanceCents: amountCents }), await bank.person()]
  const create = commandsOf(bank)
  const to = internal ? { to: { accountNumber: await ben.accountNumber() } } : {}
  const sent = await bank.ledger.submit(create.transfer(ada, amountCents, to))
  if (!sent.ok) throw new Error(sent.code)
  for (const by of [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })])
    await bank.ledger.submit(create.approve(by, sent.transaction.id))
  return { ada, ben, id: sent.transaction.id }
}
const balancesOf = async (...people: Person[]) =>
  Promise.all(people.map(async (person) => Object.values(await person.balance())))

test('above the limit it holds the receiver’s money until a second person confirms, then both halves are reversed', async () => {
  const { ada, ben, id } = await transferred(150_00n)
  const proposed = await reverse(grace, id, 'reverse once')
  expect([proposed.statusCode, proposed.json().status]).toEqual([201, 'Pending'])
  expect(await balancesOf(ada, ben)).toEqual([
    [0n, 0n],
    [0n, 150_00n],
  ])
  const proposalId = proposed.json()._id
  const [staff] = (await grace.call('GET', '/transactions/admin', { query: { search: proposalId } })).json()
  expect(staff).toMatchObject({ proposedBy: { fullName: 'Grace Teller' }, note: 'Sent twice' })
  const [original] = (await ada.call('GET', '/transactions?type=Transfer')).json()
  expect(original).toMatchObject({ _id: id, reversedBy: null })

  expect(refusalOf(await decide(grace, 'approve', proposalId))).toMatchObject({ code: 'second_admin_needed' })
  expect(refusalOf(await reverse(linus, id))).toMatchObject({ status: 409, code: 'reversal_pending' })
  expect((await decide(linus, 'approve', proposalId)).statusCode).toBe(200)
  expect(await balancesOf(ada, ben)).toEqual([
    [150_00n, 0n],
    [0n, 0n],
  ])
  const [back] = (await ada.call('GET', '/transactions?type=Deposit')).json()
  expect(back).toMatchObject({
    amount: 150,
    method: 'internal',
    reverses: id,
    counterparty: { accountName: 'Tess Outside' },
  })
  const entries = await bank.sql`
    select distinct entry_id from postings where transaction_id = any(${[back._id, proposalId]}::uuid[])`
  expect(entries).toEqual([{ entry_id: proposalId }])
  expect(
    await bank.sql`select actor_id, after from audit where subject_id = ${ada.id} and action = 'transaction.reversed'`,
  ).toMatchObject([{ actor_id: linus.id, after: { transactionId: back._id, reverses: id, balanceCents: '15000' } }])
  for (const { id: personId } of [ada, ben])
    expect(await bank.sql`select kind from outbox where person_id = ${personId} order by number desc limit 1`).toEqual([
      { kind: 'transaction.reversed' },
    ])
  expect(refusalOf(await reverse(linus, id))).toMatchObject({ status: 409, code: 'already_reversed' })
  const replayed = await reverse(grace, id, 'reverse once')
  expect(replayed.json()).toEqual(proposed.json())
})

test('staff see the waiting reversal on both halves of the transfer', async () => {
  const { id } = await transferred(150_00n)
  const [{ id: received }] = await bank.sql<[{ id: string }]>`select id from transactions where origin_id = ${id}`
  const seen = async () =>
    Promise.all(
      [id, received].map(async (search) => {
        const [listed] = (await grace.call('GET', '/transactions/admin', { query: { search } })).json()
        return listed.pendingReversal
      }),
    )
  expect(await seen()).toEqual([null, null])
  const proposalId = (await reverse(grace, id)).json()._id
  expect(await seen()).toEqual([proposalId, proposalId])
  await decide(linus, 'decline', proposalId)
  expect(await seen()).toEqual([null, null])
})

test('declined, it releases the hold and may be proposed again', async () => {
  const { ben, id } = await transferred(150_00n)
  const { _id: first } = (await reverse(grace, id)).json()
  expect((await decide(linus, 'decline', first)).json().status).toBe('Declined')
  expect(await balancesOf(ben)).toEqual([[150_00n, 0n]])
  const { _id: second } = (await reverse(grace, id)).json()
  const confirmed = await Promise.all(Array.from({ length: 10 }, () => decide(linus, 'approve', second)))
  expect(tally(confirmed)).toEqual({ '200': 10 })
  expect(await balancesOf(ben)).toEqual([[0n, 0n]])
})

test('of an outgoing wire, the proposal credits nothing until it is confirmed', async () => {
  const { ada, id } = await transferred(150_00n, { internal: false })
  const { _id } = (await reverse(grace, id)).json()
  expect(await balancesOf(ada)).toEqual([[0n, 0n]])
  await decide(linus, 'approve', _id)
  expect(await balancesOf(ada)).toEqual([[150_00n, 0n]])
  expect((await ada.postings()).at(-1)).toMatchObject({ amount: 150_00n, contra: 'wire_clearing' })
})

test('at the limit one person is enough, and the next one on the same account waits', async () => {
  const ben = await bank.person()
  const [first, second] = [await bank.fund(ben.id, 60_00n), await bank.fund(ben.id, 50_00n)]
  const idOf = (outcome: typeof first) => (outcome.ok ? outcome.transaction.id : '')
  expect((await reverse(grace, idOf(first))).json().status).toBe('Completed')
  expect((await reverse(grace, idOf(second))).json().status).toBe('Pending')
})

test('reversals of transfers to different receivers add up on the sender’s account', async () => {
  const [ada, create] = [await bank.person({ balanceCents: 180_00n }), commandsOf(bank)]
  const sendTo = async (receiver: Person) => {
    const to = { accountNumber: await receiver.accountNumber() }
    const sent = await bank.ledger.submit(create.transfer(ada, 60_00n, { to }))
    if (!sent.ok) throw new Error(sent.code)
    await bank.ledger.submit(create.approve(await bank.person({ role: 'Admin' }), sent.transaction.id))
    return sent.transaction.id
  }
  const [first, second, third] = [
    await sendTo(await bank.person()),
    await sendTo(await bank.person()),
    await sendTo(await bank.person()),
  ]
  expect((await reverse(grace, first)).json().status).toBe('Completed')
  const proposed = (await reverse(grace, second)).json()
  expect(proposed.status).toBe('Pending')
  expect(await balancesOf(ada)).toEqual([[60_00n, 0n]])
  expect((await decide(linus, 'approve', proposed._id)).json().status).toBe('Completed')
  // What two people decided is not counted against the second one.
  expect((await reverse(linus, third)).json().status).toBe('Completed')
})

test('a party of the transfer can’t confirm its reversal', async () => {
  const mallory = await bank.person({ role: 'Teller' })
  const create = commandsOf(bank)
  const ada = await bank.person({ balanceCents: 150_00n })
  const to = { accountNumber: await ada.accountNumber() }
  await bank.fund(mallory.id, 150_00n)
  const sent = await bank.ledger.submit(create.transfer(mallory, 150_00n, { to }))
  const id = sent.ok ? sent.transaction.id : ''
  for (const by of [grace, linus]) await bank.ledger.submit(create.approve(by, id))
  const { _id } = (await reverse(grace, id)).json()
  expect(refusalOf(await decide(mallory, 'approve', _id))).toMatchObject({ status: 403, code: 'own_account' })
})
