import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { ownThread, postMessage, sendMessage, threadOf, walkPages } from '../../../test/chat.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'
import { planOf } from '../../../test/plan.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import * as store from './conversation-store.ts'

const bank = useBank()
let sol: Person
let tess: Person
let auditor: Person
let ada: Person
beforeAll(async () => {
  sol = await bank.person({ role: 'Support', fullName: 'Sol Support' })
  tess = await bank.person({ role: 'Teller', fullName: 'Tess Teller' })
  auditor = await bank.person({ role: 'Auditor' })
})
beforeEach(async () => {
  ada = await bank.person()
})

type Row = { userId: string; state: string; waitingSince: string | null; assignedTo: { _id: string } | null }
const list = async (query: Record<string, string> = {}, reader = sol): Promise<Row[]> =>
  (await reader.call('GET', '/suport/conversation', { query: { limit: '200', ...query } })).json()
const conversationOf = async (person: Person, reader = sol) =>
  (await reader.call('GET', '/suport/person', { query: { userId: person.id } })).json().conversation
const ids = (rows: Row[]) => rows.map(({ userId }) => userId)
const patch = (person: Person, body: object, by = sol) =>
  by.call('PATCH', `/admin/conversations/${person.id}`, { body })
const auditOf = (person: Person) => bank.sql`
  select actor_id, action, before, after from audit where subject_id = ${person.id} order by number`
const waitingCount = async (reader = sol): Promise<number> =>
  (await reader.call('GET', '/notifications')).json().office.conversations
const later = async (ms: number) => {
  bank.clock.offsetMs += ms
}

describe('a conversation', () => {
  test('waits until it is answered, not until it is read', async () => {
    expect(await conversationOf(ada)).toBeNull()
    const before = await waitingCount()
    await sendMessage(ada, 'Where is my money?')
    const first = await conversationOf(ada)
    expect(first).toMatchObject({ state: 'waiting', waitingSince: first.lastMessageAt, assignedTo: null })
    await threadOf(ada, sol)
    expect(await conversationOf(ada)).toMatchObject({ state: 'waiting', unread: 0 })
    expect(await waitingCount()).toBe(before + 1)
    await later(60_000)
    await sendMessage(ada, 'Hello?')
    expect(await conversationOf(ada)).toMatchObject({ state: 'waiting', waitingSince: first.waitingSince })
    await sendMessage(sol, 'On its way.', ada.id)
    expect(await conversationOf(ada)).toMatchObject({ state: 'open', waitingSince: null })
    expect(await waitingCount()).toBe(before)
  })

  test('is assigned to who answers it first, with an audit entry; later replies keep the assignee', async () => {
    await sendMessage(ada, 'Hello?')
    await sendMessage(sol, 'Good morning.', ada.id)
    await sendMessage(tess, 'Good morning too.', ada.id)
    expect(await conversationOf(ada)).toMatchObject({ assignedTo: { _id: sol.id, fullName: 'Sol Support' } })
    expect(await auditOf(ada)).toEqual([
      {
        actor_id: sol.id,
        action: 'conversation.assigned',
        before: { assignedTo: null, assignedToName: null },
        after: { assignedTo: sol.id, assignedToName: 'Sol Support' },
      },
    ])
  })

  test('is solved by staff and reopened by the customer’s next message, with the same assignee', async () => {
    await sendMessage(ada, 'Hello?')
    await sendMessage(sol, 'Done.', ada.id)
    const solved = await patch(ada, { state: 'solved' })
    expect([solved.statusCode, solved.json()]).toMatchObject([200, { state: 'solved', waitingSince: null }])
    // A closing remark of the bank does not reopen it.
    await sendMessage(sol, 'Have a good day.', ada.id)
    expect(await conversationOf(ada)).toMatchObject({ state: 'solved' })
    const again = await sendMessage(ada, 'One more thing')
    const { lastMessageAt, ...reopened } = await conversationOf(ada)
    expect(again).toEqual(expect.any(String))
    expect(reopened).toMatchObject({ state: 'waiting', waitingSince: lastMessageAt, assignedTo: { _id: sol.id } })
    expect((await auditOf(ada)).map(({ action }) => action)).toEqual(['conversation.assigned', 'conversation.solved'])
  })

  test('that is solved unanswered no longer waits; reopened by staff it waits as before', async () => {
    await sendMessage(ada, 'Thank you!')
    const [count, { waitingSince }] = [await waitingCount(), await conversationOf(ada)]
    await patch(ada, { state: 'solved' })
    expect(await waitingCount()).toBe(count - 1)
    const response = await patch(ada, { state: 'open' })
    expect(response.json()).toMatchObject({ state: 'waiting', waitingSince })
    expect((await auditOf(ada)).map(({ action, before, after }) => [action, before.state, after.state])).toEqual([
      ['conversation.solved', 'waiting', 'solved'],
      ['conversation.reopened', 'solved', 'waiting'],
    ])
  })

  test('is assigned to a colleague and unassigned; a repetition changes nothing', async () => {
    await sendMessage(ada, 'Hello?')
    expect((await patch(ada, { assignedTo: tess.id })).json()).toMatchObject({
      assignedTo: { fullName: 'Tess Teller' },
    })
    const before = await databaseFingerprint(bank)
    expect((await patch(ada, { assignedTo: tess.id })).statusCode).toBe(200)
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await patch(ada, { assignedTo: null }, tess)).json()).toMatchObject({ assignedTo: null })
    expect((await auditOf(ada)).map(({ actor_id, after }) => [actor_id, after.assignedTo])).toEqual([
      [sol.id, tess.id],
      [tess.id, null],
    ])
  })

  test('that two take at once goes to one of them; the other learns to whom', async () => {
    await sendMessage(ada, 'Hello?')
    const take = (by: Person) => patch(ada, { assignedTo: by.id, expected: { assignedTo: null } }, by)
    const responses = await Promise.all([take(sol), take(tess)])
    const [won, lost] = responses.toSorted((a, b) => a.statusCode - b.statusCode)
    expect([won?.statusCode, lost?.statusCode, lost?.json().code]).toEqual([200, 409, 'changed_meanwhile'])
    expect(lost?.json().current).toEqual({ assignedTo: won?.json().assignedTo })
    expect(await auditOf(ada)).toHaveLength(1)
    // Without an expectation the last one wins, and the audit log has both.
    await Promise.all([patch(ada, { assignedTo: sol.id }), patch(ada, { assignedTo: tess.id }, tess)])
    const entries = await auditOf(ada)
    expect((await conversationOf(ada)).assignedTo._id).toBe(entries.at(-1)?.after.assignedTo)
  })

  test('whose assignee may no longer reply is unassigned, and the next reply takes it over', async () => {
    const leaving = await bank.person({ role: 'Support' })
    await sendMessage(ada, 'Hello?')
    await sendMessage(leaving, 'Hello.', ada.id)
    await bank.owner`update people set role = 'Auditor' where id = ${leaving.id}`
    expect(await conversationOf(ada)).toMatchObject({ assignedTo: null })
    expect(ids(await list({ assigned: 'unassigned' }))).toContain(ada.id)
    await sendMessage(tess, 'I take over.', ada.id)
    expect(await conversationOf(ada)).toMatchObject({ assignedTo: { _id: tess.id } })
  })
})

describe('the list', () => {
  test('filters by assignee and state; the longest waiting come first', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => bank.person({ fullName: 'Filter Example' })))
    const [mine, theirs, waitingLong, waiting, solved] = people as [Person, Person, Person, Person, Person]
    for (const person of [waitingLong, waiting, mine, theirs, solved]) {
      await later(1_000)
      await sendMessage(person, 'Hello?')
    }
    await sendMessage(waitingLong, 'Hello again?')
    await sendMessage(sol, 'Yes?', mine.id)
    await sendMessage(tess, 'Yes?', theirs.id)
    await patch(solved, { state: 'solved' })
    const filtered = async (query: Record<string, string>) => ids(await list({ search: 'filter example', ...query }))
    expect(await filtered({ assigned: 'mine' })).toEqual([mine.id])
    expect(await filtered({ assigned: 'unassigned' })).toEqual([waitingLong.id, solved.id, waiting.id])
    expect(await filtered({ assigned: 'all' })).toHaveLength(5)
    expect(await filtered({ state: 'waiting' })).toEqual([waitingLong.id, waiting.id])
    expect(await filtered({ state: 'open' })).toEqual([theirs.id, mine.id])
    expect(await filtered({ state: 'solved' })).toEqual([solved.id])
    expect(await filtered({ state: 'open', assigned: 'mine' })).toEqual([mine.id])
    const pages = await walkPages<Row>(sol, '/suport/conversation?limit=1&state=waiting&search=filter+example')
    expect(pages.map(ids)).toEqual([[waitingLong.id], [waiting.id]])
  })

  test('rejects other filters', async () => {
    for (const query of ['assigned=me', 'assigned=', 'state=unread', 'state=open&state=solved', `assigned=${sol.id}`]) {
      const response = await sol.call('GET', `/suport/conversation?${query}`)
      expect([response.statusCode, response.json().code], query).toEqual([400, 'invalid'])
    }
  })

  test('reads waiting conversations by an index', async () => {
    await bank.owner`
      with many as (
        insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
        select gen_random_uuid(), 'w' || n, 'w' || n, 'W', '', 'User', 'Active', now(), now()
        from generate_series(1, 3000) n returning id),
      opened as (
        insert into accounts (id, owner_id, opened_at, number)
        select id, id, now(), (1000000000 + row_number() over ())::text from many)
      insert into conversations
        (person_id, message_number, last_message, last_message_at, unread_by_person, unread_by_office, solved_at)
      select id, 1, 'x', '2001-01-01', 0, 0, '2001-01-01' from many`
    await bank.owner`analyze conversations, people`
    const query = { readerId: sol.id, assigned: 'all', state: 'waiting', limit: 6 } as const
    const plan = await planOf(bank.owner, store.listConversations(bank.sql, query), ["'{Admin}'", '6'])
    expect(plan).toContain('conversations_unanswered')
    expect(plan).not.toMatch(/Seq Scan on conversations|Sort/)
  })

  test('of colleagues has the staff who may reply, and nothing but their names and roles', async () => {
    await bank.person({ role: 'Support', status: 'Pending', fullName: 'Not yet' })
    const response = await sol.call('GET', '/admin/support-staff')
    expect(response.json()).toContainEqual({ _id: tess.id, fullName: 'Tess Teller', role: 'Teller' })
    const names = response.json().map(({ fullName }: { fullName: string }) => fullName)
    expect(names).not.toContain('Not yet')
    expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b)))
    expect(ids(response.json())).not.toContain(auditor.id)
  })
})

describe('is refused, and nothing changes:', () => {
  beforeEach(() => sendMessage(ada, 'Hello?'))

  test('auditors read, and neither reply, assign nor mark as read', async () => {
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await patch(ada, { state: 'solved' }, auditor))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(refusalOf(await postMessage(auditor, 'Hi', ada.id))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await threadOf(ada, auditor)).json()).toMatchObject([{ message: 'Hello?', seenAt: null }])
    expect(await conversationOf(ada, auditor)).toMatchObject({ state: 'waiting', unread: 1 })
    // The reads themselves are recorded, and touch the session.
    const { access_log: _, sessions: __, ...unchanged } = before
    expect(await databaseFingerprint(bank)).toMatchObject(unchanged)
    expect(refusalOf(await patch(ada, { state: 'solved' }, ada))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await ada.call('GET', '/admin/support-staff')).statusCode).toBe(403)
  })

  test('the own conversation of a member of staff', async () => {
    await sendMessage(sol, 'I am a customer too')
    const own = { status: 403, code: 'own_account' }
    expect(refusalOf(await patch(sol, { assignedTo: sol.id }))).toMatchObject(own)
    expect(refusalOf(await patch(sol, { state: 'solved' }))).toMatchObject(own)
    expect(refusalOf(await patch(sol, { assignedTo: sol.id }, tess))).toMatchObject(own)
    expect(refusalOf(await postMessage(sol, 'I answer myself', sol.id))).toMatchObject(own)
    await threadOf(sol, sol)
    expect(await conversationOf(sol, tess)).toMatchObject({ state: 'waiting', unread: 1, assignedTo: null })
    expect((await ownThread(sol)).length).toBe(1)
    expect((await patch(sol, { assignedTo: tess.id }, tess)).statusCode).toBe(200)
  })

  test.each<[string, object | (() => object)]>([
    ['an assignee who is no member of staff', () => ({ assignedTo: tessCustomer.id })],
    ['an assignee who may not reply', () => ({ assignedTo: auditor.id })],
    ['an unknown assignee', { assignedTo: newId() }],
    ['no id', { assignedTo: 'me' }],
    ['the state waiting, which follows from the messages', { state: 'waiting' }],
    ['nothing to change', {}],
    ['only an expectation', { expected: { assignedTo: null } }],
    ['an unknown field', { state: 'open', unread: 0 }],
  ])('%s', async (_, body) => {
    const before = await databaseFingerprint(bank)
    const response = await patch(ada, typeof body === 'function' ? body() : body)
    expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('a person without a conversation, and an unknown one', async () => {
    const silent = await bank.person()
    for (const person of [silent, { ...silent, id: newId() }])
      expect(refusalOf(await patch(person, { state: 'solved' }))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await patch({ ...silent, id: 'x' }, { state: 'solved' })).statusCode).toBe(400)
  })

  test('staff whose role is taken away while the request waits', async () => {
    const leaving = await bank.person({ role: 'Support' })
    const reply = await bank.owner.begin(async (tx) => {
      await tx`select from accounts where id = ${leaving.id} for update`
      await tx`update people set role = 'User' where id = ${leaving.id}`
      const requests = [postMessage(leaving, 'Too late', ada.id), patch(ada, { state: 'solved' }, leaving)] as const
      await waitUntilBlocked(bank.owner, 2)
      return requests
    })
    for (const response of await Promise.all(reply)) expect(response.statusCode).toBe(403)
    expect(await conversationOf(ada)).toMatchObject({ state: 'waiting', assignedTo: null })
  })

  let tessCustomer: Person
  beforeAll(async () => {
    tessCustomer = await bank.person()
  })
})
