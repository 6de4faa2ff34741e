import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { postMessage, sendMessage, threadOf } from '../../../test/chat.ts'
import { addPasskey } from '../../../test/factors.ts'
import { type EventStream, listenOnPort, openEventStream, openSecondServer } from '../../../test/listen.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { openPool } from '../../platform/db/connection.ts'

const bank = useBank()
let port: number
let admin: Person
let ada: Person
const open: EventStream[] = []
beforeAll(async () => {
  port = await listenOnPort(bank)
  admin = await bank.person({ role: 'Admin', fullName: 'Olive Office' })
})
beforeEach(async () => {
  ada = await bank.person({ balanceCents: 1000_00n })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut()
})

async function openStream(person: Person, lastEventId?: string, at = port): Promise<EventStream> {
  const stream = await openEventStream(at, person, lastEventId)
  open.push(stream)
  await stream.until(() => stream.hello() !== undefined)
  return stream
}
const transfers = async (person: Person, amount = 25) => {
  const form = { accountName: 'Grace', accountNumber: '0532013000', bankName: 'Example', iban: '', swiftCode: '' }
  const response = await person.call('POST', '/transfer', { body: { ...form, amount, pin: '1234' } })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()._id as string
}

describe('a stream', () => {
  test('tells each client another time to reconnect, between one and five seconds', async () => {
    const retryMs = async () => {
      const closing = new AbortController()
      const headers = { authorization: `Bearer ${ada.token}` }
      const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: closing.signal })
      const first = await body?.getReader().read()
      closing.abort()
      return Number(/^retry: (\d+)$/m.exec(Buffer.from(first?.value ?? []).toString())?.[1])
    }
    const times = [await retryMs(), await retryMs(), await retryMs(), await retryMs()]
    expect(new Set(times).size).toBeGreaterThan(1)
    expect(times.every((ms) => ms >= 1_000 && ms < 5_000)).toBe(true)
  })

  test('sends a reply from support, a decision and the balance', async () => {
    const stream = await openStream(ada)
    expect(stream.hello()).toMatchObject({ data: '{"reset":true}' })
    const messageId = await sendMessage(admin, 'Good morning.', ada.id)
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
    // The topic is the name of the event.
    expect(stream.frames.map(({ event }) => event)).toEqual(['hello', 'message', 'balance', 'transaction'])
  })

  test('sends what another server committed', async () => {
    const second = await openSecondServer(bank)
    const stream = await openStream(ada, undefined, second.port)
    await sendMessage(admin, 'From the other server.', ada.id)
    await stream.until(() => stream.events().length === 1)
    await second.app.close()
    await stream.until(() => stream.ended())
  })

  test('resumes from Last-Event-ID on any server, each event exactly once', async () => {
    const second = await openSecondServer(bank)
    const sent: string[] = []
    const received: string[] = []
    let cursor: string | undefined
    let writing = true
    const writer = (async () => {
      for (let at = 0; at < 40; at++) {
        sent.push(`m${at}`)
        await sendMessage(admin, `m${at}`, ada.id)
      }
      writing = false
    })()
    for (let round = 0; writing || received.length < sent.length; round++) {
      const stream = await openStream(ada, cursor ?? '0', round % 2 ? second.port : port)
      expect(stream.hello()).toMatchObject({ data: '{"reset":false}' })
      const hasRest = () => !writing && received.length + stream.events().length >= sent.length
      await stream.until(() => stream.events().length >= 3 || hasRest())
      stream.cut()
      received.push(...stream.events().flatMap(({ message }) => message?.message ?? []))
      cursor = stream.lastId()
      expect(round).toBeLessThan(100)
    }
    await writer
    expect(received).toEqual(sent)
    await second.app.close()
  })

  test('has its own position: two streams of one person each get every event once', async () => {
    const first = await openStream(ada)
    const cursor = first.lastId()
    for (const text of ['one', 'two']) await sendMessage(admin, text, ada.id)
    await first.until(() => first.events().length === 2)
    const late = await openStream(ada, cursor)
    await sendMessage(admin, 'three', ada.id)
    for (const stream of [first, late]) {
      await stream.until(() => stream.events().length >= 3)
      expect(stream.events().map(({ message }) => message?.message)).toEqual(['one', 'two', 'three'])
    }
  })

  test('that is opened during a poll misses nothing', async () => {
    const first = await openStream(ada)
    const cursor = first.lastId()
    for (const text of ['one', 'two']) await sendMessage(admin, text, ada.id)
    await first.until(() => first.events().length === 2)

    // A third event, whose poll waits for the lock on the outbox.
    const holding = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let held: Promise<unknown> = Promise.resolve()
    const lockPool = openPool(bank.connection, { max: 1 })
    await bank.owner.begin(async (tx) => {
      await tx`update accounts set event_number = event_number + 1 where id = ${ada.id}`
      await tx`insert into outbox (person_id, number, kind, data, created_at)
        select id, event_number, 'pin.reset', '{}', ${bank.now()} from accounts where id = ${ada.id}`
      held = lockPool.begin(async (other) => {
        await other`lock table outbox in access exclusive mode`
        holding.resolve()
        await release.promise
      })
      await waitUntilBlocked(bank.owner)
    })
    await holding.promise
    await waitUntilBlocked(bank.owner)
    const late = await openStream(ada, cursor)
    release.resolve()
    await held
    await lockPool.end()
    await late.until(() => late.events().some(({ kind }) => kind === 'pin.reset'))
    expect(late.kinds()).toEqual(['support.answered', 'support.answered', 'pin.reset'])
  })

  test('sends a reset when the last event id can’t be replayed', async () => {
    const stream = await openStream(ada, '999999')
    expect(stream.hello()).toMatchObject({ data: '{"reset":true}' })
    const odd = await openStream(ada, 'x; drop table outbox')
    expect(odd.hello()).toMatchObject({ data: '{"reset":true}' })
  })

  test('has no events of other people', async () => {
    const ben = await bank.person({ balanceCents: 100_00n })
    const [own, other] = [await openStream(ada), await openStream(ben)]
    await sendMessage(admin, 'For Ben only.', ben.id)
    await sendMessage(ada, 'A question of Ada.')
    await other.until(() => other.events().length === 1)
    await own.until(() => own.events().length === 1)
    // What follows comes after everything that was on its way.
    await sendMessage(ada, 'Another one.')
    await sendMessage(admin, 'Another one for Ben.', ben.id)
    await own.until(() => own.events().length >= 2)
    await other.until(() => other.events().length >= 2)
    expect(own.kinds()).toEqual(['support.sent', 'support.sent'])
    expect(other.kinds()).toEqual(['support.answered', 'support.answered'])
  })

  test('on another device gets the message sent from the first, once, on any server', async () => {
    const second = await openSecondServer(bank)
    const streams = [await openStream(ada), await openStream(ada, undefined, second.port)]
    const messageId = await sendMessage(ada, 'From my phone.')
    for (const stream of streams) {
      await stream.until(() => stream.events().length >= 1)
      expect(stream.events()).toMatchObject([
        { topic: 'message', kind: 'support.sent', message: { _id: messageId, isAdmin: false, author: 'Ada Example' } },
      ])
    }
    // A retry of the same message sends no second event.
    const again = { receiver: 'Admin', message: 'From my phone.', _id: messageId }
    expect((await ada.call('POST', '/suport/send', { body: again })).statusCode).toBe(201)
    const nextId = await sendMessage(ada, 'Another one.')
    for (const stream of streams) {
      await stream.until(() => stream.events().length >= 2)
      expect(stream.events().map(({ message }) => message?._id)).toEqual([messageId, nextId])
    }
    // An administrator who writes to support gets both events: of their own thread, and of the office.
    const adminStream = await openStream(admin)
    await sendMessage(admin, 'A question of my own.')
    await adminStream.until(() => adminStream.events().length >= 2)
    expect(adminStream.kinds().sort()).toEqual(['office.message', 'support.sent'])
    await second.app.close()
  })

  test('shows that the other side has seen a message', async () => {
    await sendMessage(ada, 'Seen?')
    const stream = await openStream(ada)
    await threadOf(ada, admin)
    await stream.until(() => stream.kinds().includes('support.seen'))
  })
})

describe('office events', () => {
  test('include messages, colleagues’ replies and contact messages, once each', async () => {
    const olga = await bank.person({ role: 'Admin', fullName: 'Olga Office' })
    const [one, two] = [await openStream(admin), await openStream(olga)]
    const asked = await sendMessage(ada, 'Hello?')
    const answered = await sendMessage(olga, 'Hello Ada.', ada.id)
    const contactMessage = { name: 'Cara', email: 'cara@people.example', mobile: '1', message: 'Hi', terms: true }
    expect((await bank.call('POST', '/contact', { body: contactMessage })).statusCode).toBe(201)
    for (const email of ['cara@people.example', 'CARA@people.example'])
      expect((await bank.call('POST', '/newsletters', { body: { email } })).statusCode).toBe(202)
    for (const stream of [one, two]) {
      await stream.until(() => stream.events().length >= 4)
      expect(stream.events()).toMatchObject([
        { kind: 'office.message', topic: 'message', userId: ada.id, subjectId: asked },
        { kind: 'office.reply', topic: 'message', userId: ada.id, subjectId: answered },
        { kind: 'office.contact', userId: null, subjectId: expect.any(String), name: null },
        { kind: 'office.newsletter', topic: 'contact', userId: null, name: null },
      ])
    }
    await olga.call('GET', '/suport/contact')
    await one.until(() => one.kinds().at(-1) === 'office.seen')
    const rows = await bank.owner`select number from office_events where created_at > now() - interval '1 hour'`
    expect(rows.length).toBeGreaterThanOrEqual(3)
  })

  test('include every pending transaction once, also when many are submitted at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => bank.person({ balanceCents: 1000_00n })))
    const second = await openSecondServer(bank)
    const [here, there] = [await openStream(admin), await openStream(admin, undefined, second.port)]
    const ids = (await Promise.all(people.map((person) => Promise.all([transfers(person), transfers(person)])))).flat()
    const waiting = (stream: EventStream) =>
      stream.events().flatMap(({ kind, subjectId }) => (kind === 'office.waiting' ? (subjectId ?? []) : []))
    for (const stream of [here, there]) {
      await stream.until(() => waiting(stream).length >= ids.length)
      expect(waiting(stream).sort()).toEqual([...ids].sort())
    }
    const cursor = here.lastId()
    here.cut()
    const late = await transfers(ada)
    const again = await openStream(admin, cursor)
    await again.until(() => waiting(again).length === 1)
    expect(waiting(again)).toEqual([late])
    await second.app.close()
    const rows = await bank.owner<{ number: bigint }[]>`select number from office_events order by number`
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => BigInt(at + 1)))
  })

  test.each(['Admin', 'Teller', 'Support', 'Auditor'] as const)(
    'show a member of staff with the role %s no text, amount or name of a customer: reading them leaves no trace',
    async (role) => {
      const staff = await bank.person({ role, fullName: 'Sam Staff' })
      const mia = await bank.person({ fullName: 'Mia Secret', balanceCents: 1000_00n })
      const start = (await staff.call('GET', '/events/recent')).headers['last-event-id']
      const stream = await openStream(staff)
      await sendMessage(mia, 'My secret')
      await transfers(mia)
      await sendMessage(admin, 'A secret reply', mia.id)
      const contactMessage = {
        name: 'Mia Secret',
        email: 'm@secret.example',
        mobile: '1',
        message: 'Secret',
        terms: true,
      }
      expect((await bank.call('POST', '/contact', { body: contactMessage })).statusCode).toBe(201)
      await stream.until(() => stream.kinds().includes('office.contact') && stream.kinds().includes('office.waiting'))
      const polled = (await staff.call('GET', '/events/recent', { query: { after: String(start) } })).json()
      expect(polled.map(({ kind }: { kind: string }) => kind).sort()).toEqual(stream.kinds().sort())
      for (const events of [polled, stream.events()]) {
        expect(JSON.stringify(events)).not.toMatch(/secret|amount/i)
        for (const event of events)
          expect(event).toMatchObject({ name: null, message: null, transaction: null, balance: null })
      }
      expect(await bank.sql`select 1 from access_log where staff_id = ${staff.id}`).toEqual([])
    },
  )

  test('go to administrators only, whatever last event id a customer sends', async () => {
    const stream = await openStream(ada, '0.0')
    const ben = await bank.person()
    await sendMessage(ben, 'Private.')
    await sendMessage(ada, 'Own.')
    await stream.until(() => stream.kinds().includes('support.sent'))
    expect(stream.kinds().filter((kind) => kind.startsWith('office.'))).toEqual([])
    expect(stream.lastId()).not.toContain('.')
  })
})

describe('a stream ends', () => {
  const cases: [string, (person: Person) => Promise<unknown>][] = [
    ['with its session', (person) => person.call('POST', '/auths/logout')],
    ['when the role changes', (person) => bank.owner`update people set role = 'User' where id = ${person.id}`],
    ['when staff add a second factor', (person) => addPasskey(person)],
    ['when the status changes', (person) => bank.owner`update people set status = 'Pending' where id = ${person.id}`],
  ]
  test.each(cases)('%s', async (_name, change) => {
    const olga = await bank.person({ role: 'Admin' })
    const stream = await openStream(olga)
    await change(olga)
    await stream.until(() => stream.ended())
  })

  test('and does not extend an idle session', async () => {
    const before = await bank.owner`select last_seen_at from sessions where person_id = ${ada.id}`
    bank.clock.offsetMs += 10 * 60_000
    const stream = await openStream(ada)
    expect(await bank.owner`select last_seen_at from sessions where person_id = ${ada.id}`).toEqual(before)
    bank.clock.offsetMs += 21 * 60_000
    await stream.until(() => stream.ended())
    bank.clock.offsetMs -= 31 * 60_000
  })

  test('of forty streams opened in parallel twenty are accepted, and a closed one makes room', async () => {
    const streams = await Promise.all(Array.from({ length: 40 }, () => openEventStream(port, ada)))
    open.push(...streams)
    const accepted = streams.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(20)
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(20)
    expect((await openEventStream(port, ada)).status).toBe(429)
    accepted[0]?.cut()
    await expect
      .poll(async () => {
        const again = await openEventStream(port, ada)
        open.push(again)
        return again.status
      })
      .toBe(200)
  })

  test('streams without a session are rejected', async () => {
    expect((await openEventStream(port, { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await bank.call('HEAD', '/events', { token: ada.token })).statusCode).toBe(200)
  })
})

describe('polling', () => {
  const recent = (person: Person, after?: string) =>
    person.call('GET', '/events/recent', { query: after === undefined ? {} : { after } })

  test('returns the same events, each exactly once', async () => {
    const first = await recent(ada)
    expect([first.statusCode, first.json()]).toEqual([200, []])
    let cursor = String(first.headers['last-event-id'])
    const received: string[] = []
    for (let at = 0; at < 5; at++) {
      await postMessage(admin, `a${at}`, ada.id)
      await postMessage(admin, `b${at}`, ada.id)
      const response = await recent(ada, cursor)
      cursor = String(response.headers['last-event-id'])
      for (const { message, id } of response.json()) received.push(message.message, id)
    }
    expect(received.filter((_, at) => at % 2 === 0)).toEqual([0, 1, 2, 3, 4].flatMap((at) => [`a${at}`, `b${at}`]))
    expect((await recent(ada, cursor)).json()).toEqual([])
    expect((await recent(ada, '999999')).json()).toMatchObject([{ topic: 'reset' }])
  })

  test.each(['-1', '1e3', '1.2.3', '', 'x', '1;--'])('rejects the cursor %j', async (after) => {
    const response = await recent(ada, after)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
  })
})
