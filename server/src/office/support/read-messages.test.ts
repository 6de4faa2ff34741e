import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import {
  countsOf,
  type Message,
  messageRows,
  ownThread,
  postMessage,
  sendMessage,
  texts,
  threadOf,
  walkPages,
} from '../../../test/chat.ts'
import { planOf } from '../../../test/plan.ts'
import * as conversations from './conversation-store.ts'
import * as store from './store.ts'

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person()
})

describe('unread messages', () => {
  test('are counted until the other side reads them', async () => {
    await sendMessage(ada, 'one')
    await sendMessage(ada, 'two')
    await sendMessage(admin, 'three', ada.id)
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 2, unread_by_person: 1 })

    // Reading the thread does not mark the reader's own messages.
    await ownThread(ada)
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 2, unread_by_person: 0 })
    expect((await messageRows(bank, ada)).map(({ seen_at }) => seen_at !== null)).toEqual([false, false, true])

    await threadOf(ada, admin)
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 0, unread_by_person: 0 })
    expect((await messageRows(bank, ada)).map(({ seen_at }) => seen_at !== null)).toEqual([true, true, true])
  })

  test('keep the time they were first seen', async () => {
    await sendMessage(ada, 'one')
    await threadOf(ada, admin)
    const [first] = await messageRows(bank, ada)
    await sendMessage(ada, 'two')
    bank.clock.offsetMs += 60_000
    expect((await threadOf(ada, admin)).statusCode).toBe(200)
    expect((await threadOf(ada, admin)).statusCode).toBe(200)
    const [again, second] = await messageRows(bank, ada)
    expect(again?.seen_at).toEqual(first?.seen_at)
    expect(Number(second?.seen_at) - Number(first?.seen_at)).toBeGreaterThanOrEqual(60_000)
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 0 })
    bank.clock.offsetMs -= 60_000
  })

  test('are marked only up to the newest returned one', async () => {
    const first = await sendMessage(ada, 'one')
    const second = await sendMessage(ada, 'two')
    await sendMessage(ada, 'three')
    await threadOf(ada, admin, { before: second })
    expect((await messageRows(bank, ada)).map(({ seen_at }) => seen_at !== null)).toEqual([true, false, false])
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 2 })
    expect((await threadOf(ada, admin, { before: first })).json()).toEqual([])
    expect(await countsOf(bank, ada)).toMatchObject({ unread_by_office: 2 })
  })

  test('are counted correctly when read and written concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const work = Array.from({ length: 6 }, (_, at) =>
        at % 3 ? threadOf(ada, admin) : postMessage(ada, `message ${at}`),
      )
      for (const { statusCode } of await Promise.all(work)) expect(statusCode).toBeLessThan(300)
    }
    const unseen = (await messageRows(bank, ada)).filter(({ seen_at }) => seen_at === null)
    expect(await countsOf(bank, ada)).toMatchObject({ message_number: 10n, unread_by_office: unseen.length })
  })
})

describe('paging back', () => {
  beforeEach(async () => {
    for (let at = 1; at <= 7; at++) await sendMessage(ada, `m${at}`)
  })

  test('walks the whole thread without a gap, for both sides', async () => {
    const sides = [
      [ada, '/suport/message?limit=3'],
      [admin, `/suport/user?userId=${ada.id}&limit=3`],
    ] as const
    for (const [reader, first] of sides) {
      const pages = (await walkPages<Message>(reader, first)).map(texts)
      expect(pages).toEqual([['m5', 'm6', 'm7'], ['m2', 'm3', 'm4'], ['m1']])
    }
  })

  test('shows the latest 50 by default', async () => {
    await bank.owner`
      insert into messages (person_id, number, id, sender_id, from_office, text, created_at)
      select ${ada.id}, n, gen_random_uuid(), ${ada.id}, false, 'm' || n, now() from generate_series(8, 220) n`
    expect(texts(await ownThread(ada))).toEqual(Array.from({ length: 50 }, (_, at) => `m${171 + at}`))
    expect(await ownThread(ada, { limit: '200' })).toHaveLength(200)
  })

  test('rejects a message of another thread, and an invalid id', async () => {
    const other = await sendMessage(await bank.person(), 'secret')
    for (const before of [other, newId()]) {
      const response = await ada.call('GET', '/suport/message', { query: { before } })
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
    for (const query of ['before=1', 'limit=0', 'limit=201', 'limit=x', 'limit=5&limit=6', `userId=${admin.id}`]) {
      const response = await ada.call('GET', `/suport/message?${query}`)
      expect([response.statusCode, response.json().code], query).toEqual([400, 'invalid'])
    }
  })
})

describe('the list of conversations', () => {
  test('shows each person once, latest first, with the unread count', async () => {
    const ben = await bank.person({ fullName: 'Ben Example' })
    await sendMessage(ada, 'first')
    await sendMessage(ben, 'second')
    await sendMessage(ada, 'third')
    const response = await admin.call('GET', '/suport/conversation', { query: { limit: '2' } })
    expect(response.statusCode).toBe(200)
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    const waiting = { state: 'waiting', waitingSince: at, assignedTo: null }
    expect(response.json()).toMatchObject([
      {
        userId: ada.id,
        name: 'Ada Example',
        lastMessage: 'third',
        lastMessageAt: at,
        lastIsAdmin: false,
        unread: 2,
        ...waiting,
      },
      {
        userId: ben.id,
        name: 'Ben Example',
        lastMessage: 'second',
        lastMessageAt: at,
        lastIsAdmin: false,
        unread: 1,
        ...waiting,
      },
    ])
    await sendMessage(admin, 'answer', ben.id)
    await threadOf(ben, admin)
    const [latest] = (await admin.call('GET', '/suport/conversation')).json()
    expect(latest).toMatchObject({ userId: ben.id, lastMessage: 'answer', unread: 0 })
  })

  test('pages through all of them without a gap, also with equal times', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => bank.person()))
    for (const person of people) await sendMessage(person, 'hello')
    await bank.owner`update conversations set last_message_at = '2040-01-01' where person_id = any(${people.map(({ id }) => id)}::uuid[])`
    const pages = await walkPages<{ userId: string }>(admin, '/suport/conversation?limit=2')
    const seen = pages.flat().map(({ userId }) => userId)
    const [all] = await bank.owner<{ count: number }[]>`select count(*)::int as count from conversations`
    expect(new Set(seen).size).toBe(all?.count)
    expect(seen).toHaveLength(all?.count ?? 0)
    expect(seen.slice(0, 5).sort()).toEqual(people.map(({ id }) => id).sort())
  })

  test('rejects an invalid cursor', async () => {
    const moments = ['99999999999999', '-1', '1e3']
    for (const cursor of ['1', ...moments.map((moment) => `${moment}_${newId()}`), `1_${newId()}'--`]) {
      const response = await admin.call('GET', '/suport/conversation', { query: { cursor } })
      expect([response.statusCode, response.json().code], cursor).toEqual([400, 'invalid'])
    }
    const last = await admin.call('GET', '/suport/conversation', { query: { cursor: `9999999999999_${newId()}` } })
    expect(last.statusCode).toBe(200)
  })

  test('and the threads are read by an index', async () => {
    await bank.owner`
      with many as (
        insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
        select gen_random_uuid(), 'x' || n, 'x' || n, 'X', '', 'User', 'Active', now(), now()
        from generate_series(1, 3000) n returning id),
      opened as (
        insert into accounts (id, owner_id, opened_at, number)
        select id, id, now(), (1000000000 + row_number() over ())::text from many)
      insert into conversations (person_id, message_number, last_message, last_message_at, unread_by_person, unread_by_office)
      select id, 1, 'x', '2001-01-01', 0, 0 from many`
    await bank.owner`
      insert into messages (person_id, number, id, sender_id, from_office, text, created_at)
      select person_id, n, gen_random_uuid(), person_id, false, 'x', now()
      from conversations, generate_series(1000, 1010) n`
    await bank.owner`analyze conversations, messages, people`
    const id = newId()
    const query = { readerId: admin.id, assigned: 'all', cursor: { at: new Date(), id }, limit: 51 } as const
    const list = conversations.listConversations(bank.sql, query)
    const listPlan = await planOf(bank.owner, list, ["'{Admin}'", "'2001-01-01'", `'${id}'`, '51'])
    expect(listPlan).toContain('conversations_latest')
    expect(listPlan).not.toMatch(/Seq Scan|Sort/)
    const page = store.listMessages(bank.sql, ada.id, 90n, 51)
    expect(await planOf(bank.owner, page, [`'${ada.id}'`, '90', '51'])).not.toMatch(/Seq Scan|Sort/)
  })
})

describe('permissions', () => {
  test('an unknown person is not found, and an invalid id is rejected', async () => {
    const response = await admin.call('GET', '/suport/user', { query: { userId: newId() } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    for (const query of ['', '?userId=', '?userId=../', `?userId=${ada.id}&userId=${admin.id}`]) {
      const refused = await admin.call('GET', `/suport/user${query}`)
      expect([refused.statusCode, refused.json().code], query).toEqual([400, 'invalid'])
    }
  })
})
