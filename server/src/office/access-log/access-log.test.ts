import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { sendMessage } from '../../../test/chat.ts'
import { transferForm } from '../../../test/money.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

const bank = useBank()
let teller: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller', fullName: 'Grace Teller' })
})

type Entry = { at: string; by: string; role: string; what: string }
const ownLog = async (person: Person, query: Record<string, string> = {}): Promise<Entry[]> =>
  (await person.call('GET', '/users/access-log', { query })).json()
const edit = (person: Person, body: object) =>
  teller.call('PATCH', '/admin/user', { body: { userId: person.id, ...body } })

test('a customer sees who looked and what staff did, newest first, and staff see the same', async () => {
  const ada = await bank.person()
  expect(await ownLog(ada)).toEqual([])
  await teller.call('GET', '/suport/person', { query: { userId: ada.id } })
  await teller.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  await teller.call('GET', '/suport/user', { query: { userId: ada.id } })
  const by = { at: expect.any(String), by: 'Grace Teller', role: 'Teller' }
  expect(await ownLog(ada)).toEqual([
    { ...by, what: 'messages.viewed' },
    { ...by, what: 'pin.reset' },
    { ...by, what: 'details.viewed' },
  ])
  const auditor = await bank.person({ role: 'Auditor' })
  const forStaff = await auditor.call('GET', '/admin/access-log', { query: { userId: ada.id } })
  // The look at the log itself is in it afterwards.
  const [look, ...others] = await ownLog(ada)
  expect([look?.what, forStaff.json()]).toEqual(['audit.viewed', others])
})

test.each<[string, (ada: Person) => Promise<{ statusCode: number }>, number]>([
  ['an update of nothing', (ada) => edit(ada, { updates: {} }), 200],
  ['an outdated update', (ada) => edit(ada, { updates: { mobile: '1' }, expected: { mobile: '2' } }), 409],
  ['the reset of no PIN', (ada) => teller.call('POST', '/admin/reset-pin', { body: { userId: ada.id } }), 200],
  ['the removal of no code', (ada) => teller.call('PATCH', '/admin/remove-code', { body: { userId: ada.id } }), 200],
])('%s shows the person, and is recorded as a look', async (_, act, status) => {
  const ada = await bank.person({ pin: null })
  expect((await act(ada)).statusCode).toBe(status)
  expect(await ownLog(ada)).toMatchObject([{ by: 'Grace Teller', what: 'details.viewed' }])
})

test('a refused debit tells about the balance, and is recorded as a look', async () => {
  const ada = await bank.person({ balanceCents: 100_00n })
  const debit = (amount: number) => teller.call('POST', '/admin/debit', { body: { userId: ada.id, amount } })
  const refused = await debit(100.01)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient_balance'])
  expect(await ownLog(ada)).toMatchObject([{ by: 'Grace Teller', what: 'details.viewed' }])
  // A debit that is carried out is an action.
  expect((await debit(100)).statusCode).toBe(201)
  expect((await ownLog(ada)).map(({ what }) => what)).toEqual(['account.debited', 'details.viewed'])
})

test('a refusal that shows nothing is no look', async () => {
  const ada = await bank.person({ role: 'Support' })
  expect((await edit(ada, { updates: { role: 'Admin' } })).statusCode).toBe(403)
  expect(await ownLog(ada)).toEqual([])
})

test('a read keeps the role of its time', async () => {
  const [ada, support] = await Promise.all([bank.person(), bank.person({ role: 'Support', fullName: 'Sue Support' })])
  await support.call('GET', '/suport/person', { query: { userId: ada.id } })
  await bank.owner`update people set role = 'User' where id = ${support.id}`
  expect(await ownLog(ada)).toMatchObject([{ by: 'Sue Support', role: 'Support', what: 'details.viewed' }])
})

test('a look at the conversations, the proposals or a person’s totals is recorded', async () => {
  const [ada, admin] = await Promise.all([bank.person(), bank.person({ role: 'Admin' })])
  const seen = async () => (await ownLog(ada)).map(({ what }) => what)
  await admin.call('GET', '/admin/transactions/totals', { query: { userId: ada.id } })
  expect(await seen()).toEqual(['transactions.viewed'])
  await sendMessage(ada, 'Hello?')
  await admin.call('GET', '/suport/conversation')
  expect(await seen()).toEqual(['list.viewed', 'transactions.viewed'])
  await bank.owner`
    insert into proposals (id, kind, subject_id, subject_role, before, after, basis, change, proposed_by, proposer_role, proposed_at)
    values (${newIdAt(bank.now())}, 'pin_reset', ${ada.id}, 'User', '{}', '{}', '{}', '{}', ${admin.id}, 'Admin', ${bank.now()})`
  await teller.call('GET', '/admin/proposals')
  expect(await seen()).toEqual(['list.viewed', 'list.viewed', 'transactions.viewed'])
})

test('totals of one person’s transactions, found by name, are a look; totals of many are not', async () => {
  const [ada, ben] = [
    await bank.person({ fullName: 'Adelheid Unmistakable', balanceCents: 500_00n }),
    await bank.person({ balanceCents: 500_00n }),
  ]
  for (let others = 0; others < 10; others++) await bank.person({ balanceCents: 1_00n })
  const totals = (query: Record<string, string>) => teller.call('GET', '/admin/transactions/totals', { query })
  expect((await totals({})).json().count).toBeGreaterThan(10)
  expect([await ownLog(ada), await ownLog(ben)]).toEqual([[], []])
  expect((await totals({ search: 'Unmistakable' })).json()).toMatchObject({ count: 1, deposits: 500 })
  expect(await ownLog(ada)).toMatchObject([{ by: 'Grace Teller', what: 'list.viewed' }])
  expect(await ownLog(ben)).toEqual([])
})

test('a decision that was taken by another is shown to who comes late, and recorded as a look', async () => {
  const [ada, late] = await Promise.all([bank.person({ balanceCents: 500_00n }), bank.person({ role: 'Teller' })])
  const { _id: transactionId } = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 10 }) })).json()
  await teller.call('POST', '/deposit/approve', { body: { transactionId } })
  const declined = await late.call('POST', '/deposit/decline', { body: { transactionId } })
  expect([declined.statusCode, declined.json().current.status]).toEqual([409, 'Completed'])
  expect((await ownLog(ada)).map(({ what }) => what)).toEqual(['transactions.viewed', 'transaction.approved'])
})

test('the audit log of all people is a list that shows them', async () => {
  const [ada, ben] = await Promise.all([bank.person(), bank.person()])
  const auditor = await bank.person({ role: 'Auditor', fullName: 'Alan Auditor' })
  await edit(ada, { updates: { mobile: '+1 555 010 0101' } })
  await auditor.call('GET', '/admin/audit', { query: { limit: '1' } })
  await auditor.call('GET', '/admin/audit', { query: { person: ada.id } })
  const looks = (entries: Entry[]) => entries.filter(({ by }) => by === 'Alan Auditor').map(({ what }) => what)
  expect([looks(await ownLog(ada)), looks(await ownLog(ben))]).toEqual([['audit.viewed', 'list.viewed'], []])
})

test('an update of a conversation that changes nothing shows it, and is recorded', async () => {
  const ada = await bank.person()
  await sendMessage(ada, 'Hello?')
  const body = { state: 'open' }
  expect((await teller.call('PATCH', `/admin/conversations/${ada.id}`, { body })).statusCode).toBe(200)
  expect((await ownLog(ada)).map(({ what }) => what)).toEqual(['list.viewed'])
})

test('notes and proposals are for staff only', async () => {
  const ada = await bank.person()
  const actions = [
    'note.added',
    'tag.added',
    'account.fund_proposed',
    'transaction.proposed',
    'proposal.created',
    'code.cleared',
  ]
  for (const [index, action] of actions.entries())
    await bank.owner`
      insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
      values (${ada.id}, ${index + 1}, ${newIdAt(bank.now())}, ${teller.id}, ${ada.id}, ${action}, '{}', '{}', 'test',
              ${bank.now()}, ${Buffer.alloc(32)})`
  expect((await ownLog(ada)).map(({ what }) => what)).toEqual(['code.cleared'])
  const forStaff = await teller.call('GET', '/admin/access-log', { query: { userId: ada.id } })
  expect(forStaff.json().length).toBe(actions.length)
  await bank.owner`delete from audit where chain_id = ${ada.id}`
})

test('pages through reads and actions without a gap or a repetition', async () => {
  const ada = await bank.person()
  for (let minute = 0; minute < 12; minute++) {
    bank.clock.offsetMs += 16 * 60_000
    if (minute % 3 === 0)
      await teller.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { mobile: `${minute}` } } })
    else await teller.call('GET', '/suport/person', { query: { userId: ada.id } })
  }
  bank.clock.offsetMs = 0
  const all = await ownLog(ada, { limit: '100' })
  // An update shows the person too.
  const counts = ['details.viewed', 'person.updated'].map((what) => all.filter((entry) => entry.what === what).length)
  expect([...counts, all.length]).toEqual([12, 4, 16])
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const collected: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await ada.call('GET', '/users/access-log', {
      query: { limit: '5', ...(cursor ? { cursor } : {}) },
    })
    collected.push(...response.json())
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? '')) ?? []
    cursor = next ? new URL(next, 'http://bank').searchParams.get('cursor') : null
  }
  expect(collected).toEqual(all)
})

test('another person’s log can’t be read without the permission', async () => {
  const [ada, ben] = await Promise.all([bank.person(), bank.person()])
  const asCustomer = await ben.call('GET', '/admin/access-log', { query: { userId: ada.id } })
  expect([asCustomer.statusCode, asCustomer.json().code]).toEqual([403, 'forbidden'])
  expect((await ben.call('GET', '/users/access-log', { query: { userId: ada.id } })).statusCode).toBe(400)
  const unknown = await teller.call('GET', '/admin/access-log', {
    query: { userId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f' },
  })
  expect(unknown.statusCode).toBe(404)
})
