import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'

const bank = useBank()
let teller: Person
let admin: Person
beforeAll(async () => {
  ;[teller, admin] = await Promise.all([bank.person({ role: 'Teller' }), bank.person({ role: 'Admin' })])
})

type Status = 'Active' | 'Pending' | 'Frozen' | 'Closed'
const change = (person: Pick<Person, 'id'>, status: Status, reason: string | undefined = 'Stolen card', by = teller) =>
  by.call('PATCH', '/admin/user', { body: { userId: person.id, updates: { status }, ...(reason ? { reason } : {}) } })
const transfer = (person: Person, changed: Record<string, unknown> = {}) =>
  person.call('POST', '/transfer', { body: transferForm({ amount: 10, ...changed }) })
const deposit = async (person: Person, amount = 25) =>
  person.call('POST', '/deposit', { body: { amount, method: 'bank', receipt: await createUpload(bank, person) } })
const decide = (what: 'approve' | 'decline', transactionId: string) =>
  teller.call('POST', `/deposit/${what}`, { body: { transactionId } })
const fund = (person: Pick<Person, 'id'>, amount: number) =>
  teller.call('POST', '/admin/fund', { body: { userId: person.id, amount } })
const codeOf = async (response: ReturnType<Person['call']>) => (await response).json().code

describe('a frozen person', () => {
  test('signs in, reads and receives, but sends nothing, until the freeze is lifted', async () => {
    const [ada, ben] = await Promise.all([
      bank.person({ balanceCents: 100_00n }),
      bank.person({ balanceCents: 100_00n }),
    ])
    expect((await change(ada, 'Frozen')).json().status).toBe('Frozen')
    expect((await ada.call('GET', '/users')).json().user.status).toBe('Frozen')
    expect(refusalOf(await transfer(ada))).toEqual({
      status: 403,
      code: 'account_frozen',
      message: 'Your account is frozen. Please contact support.',
    })
    // Refused before the PIN is looked at: a wrong one is not counted.
    expect(await codeOf(transfer(ada, { pin: '9999' }))).toBe('account_frozen')
    expect(await codeOf(ada.call('POST', '/transfer/authorisation', { body: transferForm({ pin: undefined }) }))).toBe(
      'account_frozen',
    )
    expect((await deposit(ada)).statusCode).toBe(201)
    expect((await fund(ada, 5)).statusCode).toBe(201)
    const incoming = await transfer(ben, { accountNumber: await ada.accountNumber(), amount: 7 })
    expect((await decide('approve', incoming.json()._id)).statusCode).toBe(200)
    expect(await ada.balance()).toEqual({ availableCents: 112_00n, heldCents: 0n })

    expect((await change(ada, 'Active', 'Customer called')).json().status).toBe('Active')
    expect((await transfer(ada)).statusCode).toBe(201)
  })

  test('keeps pending transfers, which can be declined but not approved', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const [first, second] = [await transfer(ada), await transfer(ada)].map((response) => response.json()._id as string)
    await change(ada, 'Frozen')
    expect(refusalOf(await decide('approve', first ?? ''))).toEqual({
      status: 409,
      code: 'sender_frozen',
      message: 'The customer’s account is not Active. Decline the transfer, or make the account Active first.',
    })
    expect(await ada.balance()).toEqual({ availableCents: 80_00n, heldCents: 20_00n })
    expect((await decide('decline', first ?? '')).statusCode).toBe(200)
    expect(await ada.balance()).toEqual({ availableCents: 90_00n, heldCents: 10_00n })
    await change(ada, 'Active', 'Checked')
    expect((await decide('approve', second ?? '')).statusCode).toBe(200)
  })

  test('keeps pending transfers of a customer who awaits verification again, who still receives', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const [first, second] = [await transfer(ada), await transfer(ada)].map((response) => response.json()._id as string)
    await change(ada, 'Pending')
    expect(refusalOf(await decide('approve', first ?? ''))).toMatchObject({ status: 409, code: 'sender_frozen' })
    expect(await ada.balance()).toEqual({ availableCents: 80_00n, heldCents: 20_00n })
    expect((await decide('approve', (await deposit(ada)).json()._id)).statusCode).toBe(200)
    expect((await decide('decline', first ?? '')).statusCode).toBe(200)
    await change(ada, 'Active')
    expect((await decide('approve', second ?? '')).statusCode).toBe(200)
  })

  test('writes to support', async () => {
    const ada = await bank.person({ status: 'Frozen' })
    const sent = await ada.call('POST', '/suport/send', {
      body: { receiver: 'Admin', message: 'Why?', isAdmin: false },
    })
    expect(sent.statusCode).toBe(201)
  })
})

describe('the reason of a status', () => {
  const send = (person: Person, body: object) =>
    teller.call('PATCH', '/admin/user', { body: { userId: person.id, ...body } })
  const stored = async ({ id }: Person) =>
    (await bank.sql`select status, status_reason as reason from people where id = ${id}`)[0]

  test.each<[string, object]>([
    ['beside the updates', { updates: { status: 'Frozen' }, reason: 'Stolen card' }],
    ['among them', { updates: { status: 'Frozen', reason: 'Stolen card' } }],
    ['in both', { updates: { status: 'Frozen', reason: 'Stolen card' }, reason: ' Stolen card ' }],
  ])('is accepted %s', async (_, body) => {
    const ada = await bank.person()
    expect((await send(ada, body)).statusCode).toBe(200)
    expect(await stored(ada)).toEqual({ status: 'Frozen', reason: 'Stolen card' })
  })

  test('is one: two different ones are refused', async () => {
    const ada = await bank.person()
    const before = await stored(ada)
    const body = { updates: { status: 'Frozen', reason: 'Stolen card', mobile: '1' }, reason: 'Lost card' }
    expect(refusalOf(await send(ada, body))).toEqual(fieldError('reason', 'Enter one reason.'))
    expect(await stored(ada)).toEqual(before)
  })
})

describe('a closed account', () => {
  test('needs an empty account with nothing pending', async () => {
    const refusal = {
      status: 409,
      code: 'account_not_empty',
      message: 'The account must have no money and nothing pending before it is closed.',
    }
    const [rich, held, paying] = await Promise.all([
      bank.person({ balanceCents: 1n }),
      bank.person({ balanceCents: 10_00n }),
      bank.person(),
    ])
    await transfer(held)
    await deposit(paying)
    for (const person of [rich, held, paying]) {
      expect(refusalOf(await change(person, 'Closed'))).toEqual(refusal)
      expect((await person.call('GET', '/users')).json().user.status).toBe('Active')
    }
  })

  test('logs in and reads; nothing moves or changes', async () => {
    const [ada, ben] = await Promise.all([bank.person({ pin: null }), bank.person({ balanceCents: 50_00n })])
    const number = await ada.accountNumber()
    const pending = await transfer(ben, { accountNumber: number })
    const imageUrl = await createUpload(bank, ada)
    expect((await change(ada, 'Closed', 'Moved abroad')).json().status).toBe('Closed')

    for (const path of ['/users', '/transactions', '/users/access-log'])
      expect((await ada.call('GET', path)).statusCode, path).toBe(200)
    const closed = { status: 403, code: 'account_closed', message: 'This account is closed.' }
    const refused = [
      transfer(ada),
      ada.call('POST', '/deposit', { body: { amount: 5, method: 'bank', receipt: imageUrl } }),
      ada.call('POST', '/users/create-transaction-code', { body: { pin: '4711' } }),
      ada.call('PUT', '/users/update', { body: { mobile: '1' } }),
      ada.call('PUT', '/users/picture', { body: { image: imageUrl } }),
      fund(ada, 5),
      change(ada, 'Active', 'Changed my mind'),
      teller.call('PATCH', '/admin/user', {
        body: { userId: ada.id, updates: { transactionCode: { code: '12345', expireDate: '2099-01-01' } } },
      }),
    ]
    for (const response of await Promise.all(refused)) expect(refusalOf(response), response.payload).toEqual(closed)
    const receiver = { status: 409, code: 'receiver_closed', message: 'The receiving account is closed.' }
    expect(refusalOf(await transfer(ben, { accountNumber: number }))).toEqual(receiver)
    expect(refusalOf(await decide('approve', pending.json()._id))).toEqual(receiver)
    expect(await ben.balance()).toEqual({ availableCents: 40_00n, heldCents: 10_00n })
    expect((await decide('decline', pending.json()._id)).statusCode).toBe(200)
    expect(await ada.postings()).toEqual([])
    expect((await bank.sql`select 1 from accounts where id = ${ada.id} and pin_hash is not null`).count).toBe(0)
  })

  test('is not reached by a reversal, neither of what it sent nor of what it received', async () => {
    const [ada, ben] = await Promise.all([bank.person({ balanceCents: 10_00n }), bank.person({ balanceCents: 20_00n })])
    const received = await transfer(ben, { accountNumber: await ada.accountNumber() })
    const sent = await transfer(ada)
    for (const response of [received, sent]) await decide('approve', response.json()._id)
    const debited = await teller.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 10 } })
    expect((await change(ada, 'Closed')).statusCode).toBe(200)
    for (const response of [received, sent, debited]) {
      const body = { transactionId: response.json()._id, reason: 'Sent twice' }
      expect(refusalOf(await admin.call('POST', '/admin/reverse', { body }))).toMatchObject({
        status: 403,
        code: 'account_closed',
      })
    }
    expect(await ben.balance()).toEqual({ availableCents: 10_00n, heldCents: 0n })
  })

  test('keeps its number: no other account gets it, and the row can’t be deleted', async () => {
    const [ada, ben] = await Promise.all([bank.person({ status: 'Closed' }), bank.person()])
    const number = await ada.accountNumber()
    await expect(bank.owner`update accounts set number = ${number} where id = ${ben.id}`).rejects.toMatchObject({
      code: '23505',
    })
    await expect(bank.sql`delete from accounts where id = ${ada.id}`).rejects.toMatchObject({ code: '42501' })
  })

  test('can’t hold money, whatever code writes it', async () => {
    const ada = await bank.person({ status: 'Closed' })
    await expect(bank.sql`update accounts set balance = 1 where id = ${ada.id}`).rejects.toMatchObject({
      code: '23514',
    })
  })
})

describe('who may, and how', () => {
  test('freezing, closing and unfreezing need a reason, which only staff and the audit log see', async () => {
    const ada = await bank.person()
    const noReason = fieldError('reason', 'Enter a reason.')
    expect(refusalOf(await change(ada, 'Frozen', ''))).toEqual(noReason)
    expect(refusalOf(await change(ada, 'Closed', ''))).toEqual(noReason)
    expect(refusalOf(await change(ada, 'Frozen', '   '))).toEqual(noReason)
    await change(ada, 'Frozen', 'Court order 17')
    expect(refusalOf(await change(ada, 'Active', ''))).toEqual(noReason)
    const { user } = (await teller.call('GET', `/admin/users/${ada.id}`)).json()
    expect(user.standing).toEqual({
      reason: 'Court order 17',
      at: expect.any(String),
      by: { _id: teller.id, fullName: teller.fullName },
    })
    expect((await ada.call('GET', '/users')).payload).not.toContain('Court order')
    expect((await ada.call('GET', '/users')).payload).not.toContain('standing')
    const [entry] = await bank.sql`select actor_id, before, after from audit where subject_id = ${ada.id}`
    expect(entry).toEqual({
      actor_id: teller.id,
      before: { status: 'Active' },
      after: { status: 'Frozen', reason: 'Court order 17' },
    })
    const told = await bank.sql`select kind, data, mail_at is not null as mail from outbox where person_id = ${ada.id}`
    expect(told.map((row) => ({ ...row }))).toEqual([
      { kind: 'account.frozen', data: { status: 'Frozen' }, mail: true },
    ])
  })

  test('staff can’t freeze themselves, Support can’t unfreeze, Auditors can’t freeze at all, and a Teller can’t freeze staff', async () => {
    const [ada, support, auditor] = await Promise.all([
      bank.person(),
      bank.person({ role: 'Support' }),
      bank.person({ role: 'Auditor' }),
    ])
    expect(await codeOf(change(teller, 'Frozen'))).toBe('own_account')
    expect(await codeOf(change(admin, 'Frozen', 'x', admin))).toBe('own_account')
    expect((await change(ada, 'Frozen', 'x', support)).statusCode).toBe(200)
    expect(await codeOf(change(ada, 'Active', 'x', support))).toBe('forbidden')
    expect((await change(ada, 'Active', 'x')).statusCode).toBe(200)
    expect(await codeOf(change(ada, 'Frozen', 'x', auditor))).toBe('forbidden')
    expect(await codeOf(change(support, 'Frozen'))).toBe('forbidden')
    expect(await codeOf(change(ada, 'Frozen', 'x', ada))).toBe('forbidden')
  })

  test.each(['Frozen', 'Closed'] as const)('%s staff lose their powers at once', async (status) => {
    const other = await bank.person({ role: 'Teller' })
    expect((await other.call('GET', '/users/all')).statusCode).toBe(200)
    expect((await change(other, status, 'x', admin)).statusCode).toBe(200)
    expect((await other.call('GET', '/users/all')).statusCode).toBe(403)
    expect(await codeOf(other.call('POST', '/admin/fund', { body: { userId: admin.id, amount: 1 } }))).toBe('forbidden')
    expect((await other.call('GET', '/users')).statusCode).toBe(200)
  })
})

describe('two at once', () => {
  test('closing while money comes in: either the account is closed and empty, or it is open and has the money', async () => {
    for (let round = 0; round < 8; round++) {
      const [ada, ben] = await Promise.all([bank.person(), bank.person({ balanceCents: 50_00n })])
      const incoming = await transfer(ben, { accountNumber: await ada.accountNumber() })
      const [closing, ...others] = await Promise.all([
        change(ada, 'Closed'),
        fund(ada, 5),
        deposit(ada),
        decide('approve', incoming.json()._id),
      ])
      const { status } = (await ada.call('GET', '/users')).json().user
      const moved = others.filter(({ statusCode }) => statusCode < 300).length
      if (closing?.statusCode === 200) expect([status, moved, await ada.postings()]).toEqual(['Closed', 0, []])
      else expect([status, moved]).toEqual(['Active', 3])
    }
  })

  test('freezing while transfers are submitted: none is accepted after the freeze', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await bank.person({ balanceCents: 100_00n })
      const [frozen, ...sent] = await Promise.all([change(ada, 'Frozen'), ...[1, 2, 3, 4].map(() => transfer(ada))])
      expect(frozen?.statusCode).toBe(200)
      const { '201': accepted = 0, '403 account_frozen': refused = 0 } = tally(sent)
      expect(accepted + refused).toBe(4)
      expect((await ada.balance()).heldCents).toBe(BigInt(accepted) * 10_00n)
      expect(await codeOf(transfer(ada))).toBe('account_frozen')
    }
  })

  test('two members of staff close the same account: one does', async () => {
    const ada = await bank.person()
    expect(tally(await Promise.all([change(ada, 'Closed'), change(ada, 'Closed', 'x', admin)]))).toEqual({ '200': 2 })
    expect((await bank.sql`select 1 from audit where subject_id = ${ada.id}`).count).toBe(1)
  })
})
