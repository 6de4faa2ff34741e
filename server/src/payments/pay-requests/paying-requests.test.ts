import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeKey } from '../../../test/api-keys.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { createLedger } from '../../ledger/ledger.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Ann Admin' })
})

type Asked = { _id: string; code: string }
const ask = async (person: Person, body: object = {}): Promise<Asked> =>
  (await person.call('POST', '/pay-requests', { body })).json()
const list = async (person: Person, query = {}) => (await person.call('GET', '/pay-requests', { query })).json()
const cancel = (person: Person, id: string) => person.call('DELETE', `/pay-requests/${id}`)
const publicly = async (code: string) => (await bank.call('GET', `/pay-requests/${code}`)).json()

/** `changed`: other fields of the form. */
async function pay(from: Person, to: Person, code: string, amount: number, changed: object = {}, key?: string) {
  const body = transferForm({
    accountName: to.fullName,
    accountNumber: await to.accountNumber(),
    amount,
    payRequest: code,
    ...changed,
  })
  return from.call('POST', '/transfer', { body, headers: key ? { 'idempotency-key': key } : {} })
}
const decide = (how: 'approve' | 'decline', transactionId: string) =>
  admin.call('POST', `/deposit/${how}`, { body: { transactionId } })

/** The first payment to a payee waits for staff; afterwards the payee is known, and small amounts arrive at once. */
async function payerOf(payee: Person, fullName = 'Ada Payer') {
  const payer = await bank.person({ fullName, balanceCents: 1_000_00n })
  const body = transferForm({ accountName: payee.fullName, accountNumber: await payee.accountNumber(), amount: 1 })
  const { _id } = (await payer.call('POST', '/transfer', { body })).json()
  expect((await decide('approve', _id)).statusCode).toBe(200)
  return payer
}
const clara = () => bank.person({ fullName: 'Clara Whitfield' })
/** What a key pays on its first day waits for staff. */
const twoDaysAgo = () => new Date(bank.now().getTime() - 2 * 86_400_000)

const REFUSED = {
  differs: {
    status: 409,
    code: 'pay_request_differs',
    message: 'The request is for another account or amount. Nothing was sent.',
  },
  paid: { status: 409, code: 'pay_request_paid', message: 'This request was paid already.' },
  pending: { status: 409, code: 'pay_request_pending', message: 'A payment of this request is on its way already.' },
  cancelled: { status: 409, code: 'pay_request_cancelled', message: 'This request was cancelled. Ask for a new one.' },
  expired: { status: 409, code: 'pay_request_expired', message: 'This request has expired. Ask for a new one.' },
}

describe('a request for a fixed amount', () => {
  test('is paid once: the requester sees by whom, and everybody else is refused', async () => {
    const requester = await clara()
    const [ada, ben] = [await payerOf(requester), await payerOf(requester)]
    const { _id, code } = await ask(requester, { amount: 18.4, reference: 'Tickets' })
    const open = {
      _id,
      code,
      amount: 18.4,
      reference: 'Tickets',
      status: 'Open',
      pending: false,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    }
    expect(await list(requester)).toEqual([open])
    const sent = await pay(ada, requester, code, 18.4)
    expect([sent.statusCode, sent.json().status]).toEqual([201, 'Completed'])
    const [deposit] = (await requester.call('GET', '/transactions')).json()
    expect(await list(requester)).toEqual([
      { ...open, status: 'Paid', transactionId: deposit._id, paidBy: 'Ada Payer' },
    ])
    expect(await publicly(code)).toMatchObject({ status: 'Paid', pending: false })
    const before = await databaseFingerprint(bank, ['sessions'])
    for (const again of [ada, ben]) expect(refusalOf(await pay(again, requester, code, 18.4))).toEqual(REFUSED.paid)
    expect(refusalOf(await cancel(requester, _id))).toEqual(REFUSED.paid)
    expect(await databaseFingerprint(bank, ['sessions'])).toEqual(before)
    expect(await list(ada)).toEqual([])
  })

  test('is reserved by a payment that waits for staff, and open again when that is declined or cancelled', async () => {
    const [requester, ada] = [await clara(), await bank.person({ balanceCents: 500_00n })]
    const ben = await bank.person({ balanceCents: 500_00n })
    const { _id, code } = await ask(requester, { amount: 20 })
    const reserved = { status: 'Open', pending: true }
    const open = { status: 'Open', pending: false }
    const first = (await pay(ada, requester, code, 20)).json()
    expect(first.status).toBe('Pending')
    expect(await list(requester)).toEqual([expect.objectContaining(reserved)])
    expect((await list(requester))[0]).not.toHaveProperty('paidBy')
    expect(await publicly(code)).toMatchObject(reserved)
    expect(refusalOf(await pay(ben, requester, code, 20))).toEqual(REFUSED.pending)
    expect(refusalOf(await cancel(requester, _id))).toEqual(REFUSED.pending)
    await decide('decline', first._id)
    expect(await publicly(code)).toMatchObject(open)
    const second = (await pay(ben, requester, code, 20)).json()
    await ben.call('POST', '/transfer/cancel', { body: { transactionId: second._id } })
    expect(await list(requester)).toEqual([expect.objectContaining(open)])
    const third = (await pay(ben, requester, code, 20)).json()
    expect((await decide('approve', third._id)).statusCode).toBe(200)
    expect(await list(requester)).toEqual([
      expect.objectContaining({ status: 'Paid', pending: false, paidBy: ben.fullName }),
    ])
  })

  test('stays Paid when the payment is reversed: its link takes no second payment', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const { code } = await ask(requester, { amount: 20 })
    const { _id: transactionId } = (await pay(ada, requester, code, 20)).json()
    const body = { transactionId, reason: 'Sent by mistake' }
    expect((await admin.call('POST', '/admin/reverse', { body })).statusCode).toBe(201)
    expect(await publicly(code)).toMatchObject({ status: 'Paid' })
    expect(refusalOf(await pay(ada, requester, code, 20))).toEqual(REFUSED.paid)
  })

  test('takes no other amount and pays no other account, and nothing is changed', async () => {
    const [requester, thief] = [await clara(), await bank.person()]
    const ada = await payerOf(requester)
    const { code } = await ask(requester, { amount: 18.4 })
    const savings = (await requester.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    const before = await databaseFingerprint(bank, ['sessions'])
    const others = [
      { amount: 18.41 },
      { amount: 0.01 },
      { accountNumber: await thief.accountNumber() },
      { accountNumber: savings.number },
      { accountNumber: 'DE-0532013000' },
    ]
    for (const changed of others)
      expect(refusalOf(await pay(ada, requester, code, 18.4, changed))).toEqual(REFUSED.differs)
    expect(refusalOf(await pay(ada, requester, `${code}A`, 18.4))).toMatchObject({ code: 'pay_request_invalid' })
    expect(refusalOf(await pay(ada, requester, 'x', 18.4))).toMatchObject({ code: 'pay_request_invalid' })
    expect(await databaseFingerprint(bank, ['sessions'])).toEqual(before)
  })

  test('is not paid by the requester, from no account', async () => {
    const requester = await bank.person({ balanceCents: 100_00n })
    const { code } = await ask(requester, { amount: 5 })
    const { _id: accountId } = (await requester.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    for (const changed of [{}, { accountId }])
      expect(refusalOf(await pay(requester, requester, code, 5, changed))).toMatchObject({ code: 'same_account' })
  })

  test('is paid while the requester is Frozen, and not once they are Closed', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const [first, second] = [await ask(requester, { amount: 5 }), await ask(requester, { amount: 5 })]
    await bank.owner`update people set status = 'Frozen' where id = ${requester.id}`
    expect((await pay(ada, requester, first.code, 5)).statusCode).toBe(201)
    const { availableCents } = await requester.balance()
    await bank.ledger.submit(commandsOf(bank).adjust('debit', admin, requester, availableCents))
    await bank.owner`update accounts set closed_at = now() + interval '1 day' where id = ${requester.id}`
    await bank.owner`update people set status = 'Closed' where id = ${requester.id}`
    expect(refusalOf(await pay(ada, requester, second.code, 5))).toMatchObject({ code: 'receiver_closed' })
  })
})

describe('two at once', () => {
  test('of ten people who pay through two servers one succeeds', async () => {
    const requester = await clara()
    const payers = await Promise.all(Array.from({ length: 10 }, () => bank.person({ balanceCents: 100_00n })))
    const { _id: requestId, code } = await ask(requester, { amount: 20 })
    const other = createLedger(bank.sql, { zone: bank.config.bankTimeZone, maxBatch: 3 })
    const command = commandsOf(bank)
    const number = await requester.accountNumber()
    const outcomes = await Promise.all([
      ...payers
        .slice(0, 5)
        .map((payer) => pay(payer, requester, code, 20).then(({ statusCode }) => statusCode === 201)),
      ...payers.slice(5).map((payer) => {
        const transfer = command.transfer(payer, 20_00n, { to: { accountNumber: number } })
        return other.submit({ ...transfer, asked: { requestId } }).then(({ ok }) => ok)
      }),
    ])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  test('the same person with ten keys pays once; with one key all get the same answer', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const { code } = await ask(requester, { amount: 20 })
    const times = Array.from({ length: 10 }, () => newId())
    const answers = await Promise.all(times.map((key) => pay(ada, requester, code, 20, {}, key)))
    expect(tally(answers)).toEqual({ 201: 1, '409 pay_request_paid': 9 })
    const { code: next } = await ask(requester, { amount: 20 })
    const key = newId()
    const same = await Promise.all(times.map(() => pay(ada, requester, next, 20, {}, key)))
    expect(tally(same)).toEqual({ 201: 10 })
    expect(new Set(same.map((response) => response.json()._id)).size).toBe(1)
    // The key stands for this request: it pays no other one.
    const { code: another } = await ask(requester, { amount: 20 })
    expect(refusalOf(await pay(ada, requester, another, 20, {}, key))).toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('ten calls with one key make one request; the key stands for no other content, and refusals are not kept', async () => {
    const requester = await bank.person({ fullName: 'Clara Whitfield' })
    const key = newId()
    const asks = (body: object) =>
      requester.call('POST', '/pay-requests', { body, headers: { 'idempotency-key': key } })
    expect(refusalOf(await asks({ amount: 20, accountId: newId() }))).toMatchObject({ code: 'not_found' })
    const made = await Promise.all(Array.from({ length: 10 }, () => asks({ amount: 20, reference: 'Pizza · Ben' })))
    expect(tally(made)).toEqual({ 201: 10 })
    expect(new Set(made.map(({ body }) => body)).size).toBe(1)
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9)
    expect(refusalOf(await asks({ amount: 20, reference: 'Pizza · Cy' }))).toMatchObject({
      code: 'idempotency_key_reused',
    })
    expect(await list(requester)).toEqual([expect.objectContaining({ _id: made[0]?.json()._id })])
    const other = await bank.person()
    const body = { amount: 20, reference: 'Pizza · Ben' }
    const theirs = await other.call('POST', '/pay-requests', { body, headers: { 'idempotency-key': key } })
    expect(theirs.json()._id).not.toBe(made[0]?.json()._id)
  })

  test('an API key pays a request once, within its maximum, for its account and amount only', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const token = await storeKey(bank, ada, ['transfer'], { dailyMaxCents: 50_00n, createdAt: twoDaysAgo() })
    const { code } = await ask(requester, { amount: 20 })
    const form = {
      ...transferForm({ accountName: requester.fullName, accountNumber: await requester.accountNumber() }),
    }
    const byKey = (changed: object) => {
      const { pin: _, ...body } = { ...form, amount: 20, payRequest: code, ...changed }
      return bank.call('POST', '/transfer', { token, body })
    }
    expect(refusalOf(await byKey({ amount: 19 }))).toEqual(REFUSED.differs)
    const others = await (await bank.person()).accountNumber()
    expect(refusalOf(await byKey({ accountNumber: others }))).toEqual(REFUSED.differs)
    expect(tally(await Promise.all(Array.from({ length: 5 }, () => byKey({}))))).toEqual({
      201: 1,
      '409 pay_request_paid': 4,
    })
    expect(await list(requester)).toEqual([expect.objectContaining({ status: 'Paid', paidBy: 'Ada Payer' })])
    const { code: large } = await ask(requester, { amount: 30.01 })
    expect(refusalOf(await byKey({ amount: 30.01, payRequest: large }))).toMatchObject({ code: 'key_limit_exceeded' })
    expect(await publicly(large)).toMatchObject({ status: 'Open', pending: false })
    const reader = await storeKey(bank, ada, ['read'])
    const { pin: _, ...body } = { ...form, amount: 30.01, payRequest: large }
    expect(refusalOf(await bank.call('POST', '/transfer', { token: reader, body }))).toMatchObject({
      code: 'key_not_allowed',
    })
  })

  test('a payment that waits for a cancellation is refused, and the other way round', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    for (const wins of ['cancellation', 'payment'] as const) {
      const { _id, code } = await ask(requester, { amount: 20 })
      const race = [() => cancel(requester, _id), () => pay(ada, requester, code, 20)]
      if (wins === 'payment') race.reverse()
      const responses: Promise<{ statusCode: number; json: () => { code: string } }>[] = []
      await bank.owner.begin(async (tx) => {
        await tx`select 1 from pay_requests where id = ${_id} for update`
        for (const [place, act] of race.entries()) {
          responses.push(act())
          await waitUntilBlocked(bank.owner, place + 1)
        }
      })
      const [first, second] = await Promise.all(responses)
      expect(first?.statusCode).toBe(wins === 'payment' ? 201 : 204)
      expect([second?.statusCode, second?.json().code]).toEqual([
        409,
        wins === 'payment' ? 'pay_request_paid' : 'pay_request_cancelled',
      ])
    }
  })

  test('the database refuses a second payment, whatever a server does', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const { _id, code } = await ask(requester, { amount: 20 })
    await pay(ada, requester, code, 20)
    const other = (await pay(ada, requester, (await ask(requester)).code, 20)).json()
    await expect(
      bank.sql`insert into pay_request_payments (transaction_id, request_id, is_only) values (${newId()}, ${_id}, true)`,
    ).rejects.toThrow('pay_request_paid_once')
    for (const statement of [
      bank.sql`update pay_requests set amount = 1 where id = ${_id}`,
      bank.sql`update pay_request_payments set request_id = ${_id} where transaction_id = ${other._id}`,
      bank.sql`delete from pay_request_payments where transaction_id = ${other._id}`,
    ])
      await expect(statement).rejects.toThrow('permission denied')
  })
})

describe('cancelled, expired and without an amount', () => {
  test('a cancelled request is refused and stays in the list; cancelling it again changes nothing', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const { _id, code } = await ask(requester, { amount: 20 })
    expect(refusalOf(await cancel(ada, _id))).toMatchObject({ status: 404, code: 'not_found' })
    expect(refusalOf(await cancel(requester, newId()))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await cancel(requester, _id)).statusCode).toBe(204)
    const before = await databaseFingerprint(bank, ['sessions'])
    expect((await cancel(requester, _id)).statusCode).toBe(204)
    expect(await databaseFingerprint(bank, ['sessions'])).toEqual(before)
    expect(await list(requester)).toEqual([expect.objectContaining({ status: 'Cancelled' })])
    expect(await publicly(code)).toMatchObject({ status: 'Cancelled', accountName: 'Clara Whitfield' })
    expect(refusalOf(await pay(ada, requester, code, 20))).toEqual(REFUSED.cancelled)
  })

  test('a request expires by the clock of the database: a server whose clock is wrong changes nothing about it', async () => {
    const requester = await clara()
    const ada = await payerOf(requester)
    const [first, second] = [await ask(requester, { amount: 20 }), await ask(requester, { amount: 20 })]
    const expire = ({ _id }: Asked, inMs: number) => bank.owner`
      update pay_requests set created_at = created_at - interval '40 days',
        expires_at = ${new Date(bank.clock.databaseNow().getTime() + inMs)} where id = ${_id}`
    try {
      await expire(first, 20_000)
      bank.clock.serverSkewMs = 40_000
      expect(await publicly(first.code)).toMatchObject({ status: 'Open' })
      expect((await pay(ada, requester, first.code, 20)).statusCode).toBe(201)
      await expire(first, -1)
      await expire(second, -1)
      bank.clock.serverSkewMs = -40_000
      expect(await publicly(second.code)).toMatchObject({ status: 'Expired' })
      expect(refusalOf(await pay(ada, requester, second.code, 20))).toEqual(REFUSED.expired)
      expect((await cancel(requester, second._id)).statusCode).toBe(204)
      expect((await list(requester)).map(({ status }: { status: string }) => status)).toEqual(['Expired', 'Paid'])
    } finally {
      bank.clock.serverSkewMs = 0
    }
  })

  test('a request without an amount is paid by several people, each what they like, and shows the latest', async () => {
    const requester = await clara()
    const [ada, ben] = [await payerOf(requester, 'Ada Payer'), await payerOf(requester, 'Ben Payer')]
    const { _id, code } = await ask(requester, { reference: 'Gift' })
    for (const [payer, amount] of [
      [ada, 10],
      [ben, 3.5],
      [ada, 10],
    ] as const)
      expect((await pay(payer, requester, code, amount)).statusCode).toBe(201)
    expect(await list(requester)).toEqual([
      expect.objectContaining({ status: 'Open', amount: null, paidBy: 'Ada Payer', transactionId: expect.any(String) }),
    ])
    expect((await cancel(requester, _id)).statusCode).toBe(204)
    expect(refusalOf(await pay(ben, requester, code, 1))).toEqual(REFUSED.cancelled)
  })

  test('the list is the person’s own, newest first, in pages', async () => {
    const [requester, other] = [await clara(), await bank.person()]
    const made: string[] = []
    for (const amount of [1, 2, 3]) made.unshift((await ask(requester, { amount }))._id)
    await ask(other)
    const first = await requester.call('GET', '/pay-requests', { query: { limit: '2' } })
    expect(first.json().map(({ _id }: Asked) => _id)).toEqual(made.slice(0, 2))
    const [, next = ''] = /<\/api(.*?)>/.exec(String(first.headers.link)) ?? []
    expect((await requester.call('GET', next)).json().map(({ _id }: Asked) => _id)).toEqual(made.slice(2))
  })

  test('open requests have a limit, which calls at once can’t pass; cancelled ones make room', async () => {
    const requester = await clara()
    await bank.owner`
      insert into pay_requests (id, person_id, account_id, amount, reference, created_at, expires_at)
      select gen_random_uuid(), ${requester.id}, ${requester.id}, 1, '', now(), now() + interval '1 day' from generate_series(1, 199)`
    const both = await Promise.all([1, 2].map(() => requester.call('POST', '/pay-requests', { body: {} })))
    expect(tally(both)).toEqual({ 201: 1, '409 pay_request_limit': 1 })
    const [{ _id }] = await list(requester)
    await cancel(requester, _id)
    expect((await requester.call('POST', '/pay-requests', { body: {} })).statusCode).toBe(201)
  })
})

test('a scheduled payment can’t pay a request', async () => {
  const [requester, ada] = [await clara(), await bank.person({ balanceCents: 100_00n })]
  const { code } = await ask(requester, { amount: 5 })
  const order = { ...transferForm({ amount: 5, payRequest: code }), startOn: '2099-01-01', every: 'once', name: 'x' }
  expect(refusalOf(await ada.call('POST', '/orders', { body: order })).errors).toContainEqual({
    path: 'payRequest',
    msg: 'Unknown field.',
  })
})
