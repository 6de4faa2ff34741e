import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { sendMessage } from '../../../test/chat.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'

const bank = useBank()
let first: Person
let sol: Person
let tess: Person
let ada: Person
beforeAll(async () => {
  first = await bank.person({ role: 'Support' })
  sol = await bank.person({ role: 'Support' })
  tess = await bank.person({ role: 'Teller' })
})
beforeEach(async () => {
  ada = await bank.person()
  await sendMessage(ada, 'Where is my money?')
  await bank.owner`delete from outbox where kind = 'conversation.assigned'`
})

const assign = (by: Person, assignedTo: string | null, more: object = {}) =>
  by.call('PATCH', `/admin/conversations/${ada.id}`, { body: { assignedTo, ...more } })
const told = () => bank.sql`select person_id, data from outbox where kind = 'conversation.assigned'`

test('a colleague who is assigned a conversation is told in the bell, once, and not by email', async () => {
  const before = (await tess.call('GET', '/notifications')).json().unread
  expect((await assign(sol, tess.id)).statusCode).toBe(200)
  const bell = (await tess.call('GET', '/notifications')).json()
  expect([bell.unread, bell.latest[0]]).toMatchObject([before + 1, { kind: 'conversation.assigned', read: false }])
  expect(await told()).toEqual([{ person_id: tess.id, data: { customerId: ada.id } }])
  const [row] = await bank.owner`select mail_at from outbox where kind = 'conversation.assigned'`
  expect(row).toEqual({ mail_at: null })
  // The same again, or another state, assigns nothing.
  await assign(sol, tess.id)
  await assign(sol, tess.id, { state: 'solved' })
  expect(await told()).toHaveLength(1)
})

test('who takes a conversation, gives it back or answers it is not told', async () => {
  await assign(sol, sol.id)
  await assign(tess, null)
  await sendMessage(tess, 'On its way.', ada.id)
  expect(await told()).toEqual([])
})

test('an assignment that is refused tells no one', async () => {
  const auditor = await bank.person({ role: 'Auditor' })
  expect((await assign(sol, auditor.id)).statusCode).toBe(400)
  expect((await assign(sol, ada.id)).statusCode).toBe(403)
  expect((await assign(sol, tess.id, { expected: { assignedTo: sol.id } })).statusCode).toBe(409)
  expect(await told()).toEqual([])
})

test('the colleague is locked with the actor and the customer, in id order', async () => {
  let assigned: ReturnType<typeof assign> | undefined
  await bank.owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${first.id} for update`
    assigned = assign(sol, first.id)
    await waitUntilBlocked(bank.owner)
    await tx`select 1 from accounts where id in (${sol.id}, ${ada.id}) for update nowait`
  })
  expect((await assigned)?.statusCode).toBe(200)
})
