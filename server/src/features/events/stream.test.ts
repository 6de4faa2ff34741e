import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { threadOf, write, wrote } from '../../../test/chat.ts'
import { type Listening, listen, openDoor, openSecondServer } from '../../../test/listen.ts'
import { untilSomebodyWaits } from '../../../test/waits.ts'
import { openPool } from '../../db/connection.ts'

const bank = useBank()
let port: number
let admin: Person
let ada: Person
const open: Listening[] = []
beforeAll(async () => {
  port = await openDoor(bank)
  admin = await bank.person({ role: 'Admin', fullName: 'Olive Office' })
})
beforeEach(async () => {
  ada = await bank.person({ balanceCents: 1000_00n })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut()
})

async function hears(person: Person, lastEventId?: string, at = port): Promise<Listening> {
  const stream = await listen(at, person, lastEventId)
  open.push(stream)
  await stream.until(() => stream.hello() !== undefined)
  return stream
}
const transfers = async (person: Person, amount = 25) => {
  const form = { accountName: 'Grace', accountNumber: '0532013000', bankName: 'Example', iban: '', swiftCode: '' }
  const answer = await person.call('POST', '/transfer', { body: { ...form, amount, pin: '1234' } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()._id as string
}

describe('a stream', () => {
  test('brings an answer of support, a decision and the balance', async () => {
    const stream = await hears(ada)
    expect(stream.hello()).toMatchObject({ data: '{"reset":true}' })
    const messageId = await wrote(admin, 'Good morning.', ada.id)
    await stream.until(() => stream.events().length === 1)
    expect(stream.events()[0]).toMatchObject({
      topic: 'message',
      kind: 'support.answered',
      message: { _id: messageId, message: 'Good morning.', isAdmin: true, author: null },
      balance: null,
    })
    const transactionId = await transfers(ada)
    await stream.until(() => stream.events().length === 2)
    expect(stream.events()[1]).toMatchObject({ topic: 'balance', kind: 'transfer.submitted', balance: 975 })
    await admin.call('POST', '/deposit/decline', { body: { transactionId, reason: 'No.' } })
    await stream.until(() => stream.events().length === 3)
    expect(stream.events()[2]).toMatchObject({
      topic: 'transaction',
      kind: 'transfer.declined',
      balance: 1000,
      transaction: { _id: transactionId, type: 'Transfer', amount: -25, status: 'Declined' },
    })
    // Each event's id is the number after which to go on.
    expect(stream.frames.map(({ event }) => event)).toEqual(['hello', 'message', 'balance', 'transaction'])
  })

  test('is told of what another server has committed', async () => {
    const second = await openSecondServer(bank)
    const stream = await hears(ada, undefined, second.port)
    await wrote(admin, 'From the other server.', ada.id)
    await stream.until(() => stream.events().length === 1)
    await second.app.close()
    await stream.until(() => stream.ended())
  })

  test('resumes by cursor, on any server, with nothing missing and nothing twice', async () => {
    const second = await openSecondServer(bank)
    const sent: string[] = []
    const heard: string[] = []
    let cursor: string | undefined
    let writing = true
    const writer = (async () => {
      for (let at = 0; at < 40; at++) {
        sent.push(`m${at}`)
        await wrote(admin, `m${at}`, ada.id)
      }
      writing = false
    })()
    for (let round = 0; writing || heard.length < sent.length; round++) {
      const stream = await hears(ada, cursor ?? '0', round % 2 ? second.port : port)
      expect(stream.hello()).toMatchObject({ data: '{"reset":false}' })
      await sleep(150)
      stream.cut()
      heard.push(...stream.events().flatMap(({ message }) => message?.message ?? []))
      cursor = stream.lastId()
      expect(round).toBeLessThan(100)
    }
    await writer
    expect(heard).toEqual(sent)
    await second.app.close()
  })

  test('is its own: two of one person, one of them behind, each hear everything once', async () => {
    const first = await hears(ada)
    const cursor = first.lastId()
    for (const text of ['one', 'two']) await wrote(admin, text, ada.id)
    await first.until(() => first.events().length === 2)
    const late = await hears(ada, cursor)
    await wrote(admin, 'three', ada.id)
    for (const stream of [first, late]) {
      await stream.until(() => stream.events().length >= 3)
      expect(stream.events().map(({ message }) => message?.message)).toEqual(['one', 'two', 'three'])
    }
  })

  test('that is opened in the middle of a look misses nothing', async () => {
    const first = await hears(ada)
    const cursor = first.lastId()
    for (const text of ['one', 'two']) await wrote(admin, text, ada.id)
    await first.until(() => first.events().length === 2)

    // A third event, whose look then waits for the outbox.
    const holding = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let held: Promise<unknown> = Promise.resolve()
    const holder = openPool(bank.connection, { max: 1 })
    await bank.owner.begin(async (tx) => {
      await tx`update accounts set event_number = event_number + 1 where id = ${ada.id}`
      await tx`insert into outbox (person_id, number, kind, data, created_at)
        select id, event_number, 'pin.reset', '{}', ${bank.now()} from accounts where id = ${ada.id}`
      held = holder.begin(async (other) => {
        await other`lock table outbox in access exclusive mode`
        holding.resolve()
        await release.promise
      })
      await untilSomebodyWaits(bank.owner)
    })
    await holding.promise
    await untilSomebodyWaits(bank.owner)
    const late = await hears(ada, cursor)
    release.resolve()
    await held
    await holder.end()
    await late.until(() => late.events().some(({ kind }) => kind === 'pin.reset'))
    expect(late.kinds()).toEqual(['support.answered', 'support.answered', 'pin.reset'])
  })

  test('says so when too much was missed, or the cursor is none of its own', async () => {
    const stream = await hears(ada, '999999')
    expect(stream.hello()).toMatchObject({ data: '{"reset":true}' })
    const odd = await hears(ada, 'x; drop table outbox')
    expect(odd.hello()).toMatchObject({ data: '{"reset":true}' })
  })

  test('carries nothing of anybody else', async () => {
    const ben = await bank.person({ balanceCents: 100_00n })
    const [own, other] = [await hears(ada), await hears(ben)]
    await wrote(admin, 'For Ben only.', ben.id)
    await wrote(ada, 'A question of Ada.')
    await other.until(() => other.events().length === 1)
    await own.until(() => own.events().length === 1)
    await sleep(300)
    expect(own.kinds()).toEqual(['support.sent'])
    expect(other.kinds()).toEqual(['support.answered'])
  })

  test('of another device brings what was sent from the first, once, and on any server', async () => {
    const second = await openSecondServer(bank)
    const streams = [await hears(ada), await hears(ada, undefined, second.port)]
    const messageId = await wrote(ada, 'From my phone.')
    for (const stream of streams) {
      await stream.until(() => stream.events().length >= 1)
      expect(stream.events()).toMatchObject([
        { topic: 'message', kind: 'support.sent', message: { _id: messageId, isAdmin: false, author: 'Ada Example' } },
      ])
    }
    // A retry of the same message is no second one.
    const again = { receiver: 'Admin', message: 'From my phone.', _id: messageId }
    expect((await ada.call('POST', '/suport/send', { body: again })).statusCode).toBe(201)
    await sleep(300)
    expect(streams.map((stream) => stream.events().length)).toEqual([1, 1])
    // An administrator who writes to support has two sides: their own thread, and the office.
    const desk = await hears(admin)
    await wrote(admin, 'A question of my own.')
    await desk.until(() => desk.events().length >= 2)
    expect(desk.kinds().sort()).toEqual(['office.message', 'support.sent'])
    await second.app.close()
  })

  test('shows that the other side has seen a message', async () => {
    await wrote(ada, 'Seen?')
    const stream = await hears(ada)
    await threadOf(ada, admin)
    await stream.until(() => stream.kinds().includes('support.seen'))
  })
})

describe('the office', () => {
  test('hears of messages, answers of colleagues and letters, once each', async () => {
    const olga = await bank.person({ role: 'Admin', fullName: 'Olga Office' })
    const [one, two] = [await hears(admin), await hears(olga)]
    await wrote(ada, 'Hello?')
    await wrote(olga, 'Hello Ada.', ada.id)
    const letter = { name: 'Cara', email: 'cara@people.example', mobile: '1', message: 'Hi', terms: true }
    expect((await bank.call('POST', '/contact', { body: letter })).statusCode).toBe(201)
    for (const email of ['cara@people.example', 'CARA@people.example'])
      expect((await bank.call('POST', '/newsletters', { body: { email } })).statusCode).toBe(202)
    for (const stream of [one, two]) {
      await stream.until(() => stream.events().length >= 4)
      expect(stream.events()).toMatchObject([
        { kind: 'office.message', userId: ada.id, name: 'Ada Example', message: { message: 'Hello?', isAdmin: false } },
        { kind: 'office.message', userId: ada.id, message: { isAdmin: true, author: 'Olga Office' } },
        { kind: 'office.contact', userId: null, name: 'Cara' },
        { kind: 'office.newsletter', topic: 'contact', userId: null, name: null },
      ])
    }
    await olga.call('GET', '/suport/contact')
    await one.until(() => one.kinds().at(-1) === 'office.seen')
    const rows = await bank.owner`select number from office_events where created_at > now() - interval '1 hour'`
    expect(rows.length).toBeGreaterThanOrEqual(3)
  })

  test('hears of every transaction that waits, once, though many come at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => bank.person({ balanceCents: 1000_00n })))
    const second = await openSecondServer(bank)
    const [here, there] = [await hears(admin), await hears(admin, undefined, second.port)]
    const ids = (await Promise.all(people.map((person) => Promise.all([transfers(person), transfers(person)])))).flat()
    const waiting = (stream: Listening) =>
      stream.events().flatMap(({ kind, transaction }) => (kind === 'office.waiting' ? (transaction?._id ?? []) : []))
    for (const stream of [here, there]) {
      await stream.until(() => waiting(stream).length >= ids.length, 4_000)
      expect(waiting(stream).sort()).toEqual([...ids].sort())
    }
    const cursor = here.lastId()
    here.cut()
    const late = await transfers(ada)
    const again = await hears(admin, cursor)
    await again.until(() => waiting(again).length === 1)
    expect(waiting(again)).toEqual([late])
    await second.app.close()
    const rows = await bank.owner<{ number: bigint }[]>`select number from office_events order by number`
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => BigInt(at + 1)))
  })

  test('is for administrators: nobody else’s stream has it, whatever cursor they send', async () => {
    const stream = await hears(ada, '0.0')
    const ben = await bank.person()
    await wrote(ben, 'Private.')
    await sleep(400)
    expect(stream.kinds().filter((kind) => kind.startsWith('office.'))).toEqual([])
    expect(stream.lastId()).not.toContain('.')
  })
})

describe('a stream ends', () => {
  const cases: [string, (person: Person) => Promise<unknown>][] = [
    ['with its session', (person) => person.call('POST', '/auths/logout')],
    ['when the role changes', (person) => bank.owner`update people set role = 'User' where id = ${person.id}`],
    ['when the status changes', (person) => bank.owner`update people set status = 'Pending' where id = ${person.id}`],
  ]
  test.each(cases)('%s', async (_name, change) => {
    const olga = await bank.person({ role: 'Admin' })
    const stream = await hears(olga)
    await change(olga)
    await stream.until(() => stream.ended())
  })

  test('and does not keep an idle session alive', async () => {
    const before = await bank.owner`select last_seen_at from sessions where person_id = ${ada.id}`
    bank.clock.offsetMs += 10 * 60_000
    const stream = await hears(ada)
    expect(await bank.owner`select last_seen_at from sessions where person_id = ${ada.id}`).toEqual(before)
    bank.clock.offsetMs += 21 * 60_000
    await stream.until(() => stream.ended())
    bank.clock.offsetMs -= 31 * 60_000
  })

  test('nobody opens too many, and nobody without a session any', async () => {
    for (let at = 0; at < 20; at++) await hears(ada)
    const refused = await listen(port, ada)
    expect(refused.status).toBe(429)
    expect((await listen(port, { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await bank.call('HEAD', '/events', { token: ada.token })).statusCode).toBe(200)
  })
})

describe('without a stream', () => {
  const recent = (person: Person, after?: string) =>
    person.call('GET', '/events/recent', { query: after === undefined ? {} : { after } })

  test('the same events come by asking, nothing missing and nothing twice', async () => {
    const first = await recent(ada)
    expect([first.statusCode, first.json()]).toEqual([200, []])
    let cursor = String(first.headers['last-event-id'])
    const heard: string[] = []
    for (let at = 0; at < 5; at++) {
      await write(admin, `a${at}`, ada.id)
      await write(admin, `b${at}`, ada.id)
      const answer = await recent(ada, cursor)
      cursor = String(answer.headers['last-event-id'])
      for (const { message, id } of answer.json()) heard.push(message.message, id)
    }
    expect(heard.filter((_, at) => at % 2 === 0)).toEqual([0, 1, 2, 3, 4].flatMap((at) => [`a${at}`, `b${at}`]))
    expect((await recent(ada, cursor)).json()).toEqual([])
    expect((await recent(ada, '999999')).json()).toMatchObject([{ topic: 'reset' }])
  })

  test.each(['-1', '1e3', '1.2.3', '', 'x', '1;--'])('the cursor %j is refused', async (after) => {
    const answer = await recent(ada, after)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })
})
