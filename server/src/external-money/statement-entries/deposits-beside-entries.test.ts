import { beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from '#contract/payments/reference.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf } from '../../../test/money.ts'
import { addExternalAccount, importEntries, paymentReference } from '../../../test/statement-entries.ts'
import { sendWire } from '../../../test/wires.ts'

/** One wire, known twice: as a deposit that the customer submitted with a receipt, and as an entry of a statement. */
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let hedy: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  hedy = await bank.person({ role: 'Admin' })
  account = await addExternalAccount(grace)
})

const submit = async (person: Person, amount: number) => {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id as string
}
const approve = (transactionId: string, { by = hedy, ...confirm }: { by?: Person; confirm?: true } = {}) =>
  by.call('POST', '/deposit/approve', { body: { transactionId, ...confirm } })
const approved = async (person: Person, amount: number) => {
  const id = await submit(person, amount)
  expect((await approve(id)).statusCode).toBe(200)
  return id
}
const declined = async (person: Person, amount: number) => {
  const transactionId = await submit(person, amount)
  const body = { transactionId, reason: 'Unreadable' }
  expect((await hedy.call('POST', '/deposit/decline', { body })).statusCode).toBe(200)
  return transactionId
}
const arrives = async (person: Person, amountCents: bigint) => {
  const entry = { amountCents, text: await paymentReference(person) }
  return (await importEntries(bank, grace, account, [entry])).ids[0] ?? ''
}
const match = (id: string, body: object, by = grace) =>
  by.call('POST', `/admin/bank-statements/lines/${id}/match`, { body })
const detailsOf = async (id: string) => (await grace.call('GET', `/admin/bank-statements/lines/${id}/details`)).json()
const balanceOf = async (person: Person) => (await person.balance()).availableCents
const statusOf = async (id: string) =>
  (await bank.sql<{ status: string }[]>`select status from transactions where id = ${id}`)[0]?.status

describe('an entry of 4.99 with the reference, after a deposit of 5.00 was approved on its receipt', () => {
  const setUp = async () => {
    const ada = await bank.person()
    const deposit = await approved(ada, 5)
    return { ada, deposit, entry: await arrives(ada, 4_99n) }
  }

  test('is not certain, and booking it asks which of the two', async () => {
    const { ada, deposit, entry } = await setUp()
    expect(await detailsOf(entry)).toMatchObject({
      state: 'suggested',
      match: { user: { _id: ada.id }, transactionId: null, reasons: ['reference_ok', 'other_deposit'] },
      suggestions: [{ transactionId: deposit, status: 'Completed', reasons: ['reference_ok', 'amount_differs'] }],
    })
    const response = await match(entry, { userId: ada.id })
    expect(refusalOf(response)).toMatchObject({ status: 409, code: 'choose_deposit' })
    expect(response.json().current.deposits).toMatchObject([
      { transactionId: deposit, amount: 5, status: 'Completed', reference: expect.stringMatching(/^.{5}-.{5}$/) },
    ])
    expect(await balanceOf(ada)).toBe(5_00n)
    expect((await detailsOf(entry)).state).toBe('suggested')
    // The customer can read that staff have seen the deposits.
    const [seen] = await bank.sql`select 1 from access_log where person_id = ${ada.id} and staff_id = ${grace.id}`
    expect(seen).toBeDefined()
  })

  test('is this deposit: clears it without a second credit, and the reconciliation names the difference', async () => {
    const { ada, deposit, entry } = await setUp()
    const items = async () => {
      const { clearing } = (await grace.call('GET', '/admin/reconciliation')).json()
      expect(clearing.unexplained).toBe(0)
      return clearing.items.find(({ kind }: { kind: string }) => kind === 'deposit_difference')?.amount ?? 0
    }
    const before = await items()
    expect(refusalOf(await match(entry, { transactionId: deposit }))).toMatchObject({ code: 'line_differs' })
    expect((await match(entry, { transactionId: deposit, confirm: true })).json()).toMatchObject({
      state: 'booked',
      match: { transactionId: deposit, amount: 5 },
    })
    expect(await balanceOf(ada)).toBe(5_00n)
    expect(Math.round(((await items()) - before) * 100)).toBe(1)
    const [, ...others] = [deposit, await arrives(ada, 5_00n)]
    expect(refusalOf(await match(others[0] ?? '', { transactionId: deposit }))).toMatchObject({
      code: 'transaction_cleared',
    })
  })

  test('is other money: credited because staff said so, each once', async () => {
    const { ada, entry } = await setUp()
    const both = await Promise.all([1, 2].map(() => match(entry, { userId: ada.id, confirm: true })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await balanceOf(ada)).toBe(9_99n)
  })

  test('undone, it is asked about again', async () => {
    const { ada, entry } = await setUp()
    const undo = await grace.call('POST', `/admin/bank-statements/lines/${entry}/undo`)
    expect(undo.json()).toMatchObject({ state: 'unmatched', inSuspense: true })
    expect(refusalOf(await match(entry, { userId: ada.id }))).toMatchObject({ code: 'choose_deposit' })
    expect(await balanceOf(ada)).toBe(5_00n)
  })
})

test('an entry of the amount is asked about too, where staff choose the person', async () => {
  const ada = await bank.person()
  const deposit = await approved(ada, 6)
  const entry = await arrives(ada, 6_00n)
  expect(refusalOf(await match(entry, { userId: ada.id }))).toMatchObject({ code: 'choose_deposit' })
  expect((await match(entry, { transactionId: deposit })).json().state).toBe('booked')
  expect(await balanceOf(ada)).toBe(6_00n)
})

test('a pending deposit of the amount is no answer, while one of cents more was credited', async () => {
  const ada = await bank.person()
  await approved(ada, 7.01)
  const pending = await submit(ada, 7)
  const entry = await arrives(ada, 7_00n)
  expect(await detailsOf(entry)).toMatchObject({ state: 'suggested', match: { transactionId: pending } })
  for (const target of [{ transactionId: pending }, { userId: ada.id }])
    expect(refusalOf(await match(entry, target))).toMatchObject({ code: 'choose_deposit' })
  expect([await statusOf(pending), await balanceOf(ada)]).toEqual(['Pending', 7_01n])
  expect((await match(entry, { transactionId: pending, confirm: true })).json().state).toBe('booked')
  expect(await balanceOf(ada)).toBe(14_01n)
})

test('of a pending deposit, what arrived is credited, and the deposit is declined', async () => {
  const ada = await bank.person()
  const claimed = await submit(ada, 8)
  const entry = await arrives(ada, 7_50n)
  expect(refusalOf(await match(entry, { userId: ada.id }))).toMatchObject({ code: 'choose_deposit' })
  expect((await match(entry, { transactionId: claimed, confirm: true })).json()).toMatchObject({
    state: 'booked',
    match: { amount: 7.5, status: 'Completed' },
  })
  expect([await statusOf(claimed), await balanceOf(ada)]).toEqual(['Declined', 7_50n])
  expect(refusalOf(await approve(claimed))).toMatchObject({ code: 'already_decided' })
})

test('a declined deposit is a doubt as well: its money must not come in by itself', async () => {
  const ada = await bank.person()
  await declined(ada, 9)
  const entry = await arrives(ada, 9_00n)
  expect((await detailsOf(entry)).state).toBe('suggested')
  expect(refusalOf(await match(entry, { userId: ada.id }))).toMatchObject({ code: 'choose_deposit' })
  expect((await match(entry, { userId: ada.id, confirm: true })).json().state).toBe('booked')
  expect(await balanceOf(ada)).toBe(9_00n)
})

test('two pending deposits of the amount are asked about, behind however many others: all of them are listed', async () => {
  const ada = await bank.person()
  const pending = [await submit(ada, 9), await submit(ada, 9)]
  for (let count = 0; count < 9; count++) await declined(ada, 9)
  const entry = await arrives(ada, 9_00n)
  const response = await match(entry, { userId: ada.id })
  expect(refusalOf(response)).toMatchObject({ code: 'choose_deposit' })
  const listed = response.json().current.deposits.map((one: { transactionId: string }) => one.transactionId)
  expect(listed).toHaveLength(11)
  expect(listed).toEqual(expect.arrayContaining(pending))
  expect(await balanceOf(ada)).toBe(0n)
})

test('deposits from before the window, and those that an entry has cleared, are no doubt', async () => {
  const ada = await bank.person()
  const cleared = await approved(ada, 10)
  const later = new Date(bank.now().getTime() + 46 * 86_400_000).toISOString().slice(0, 10)
  await match(await arrives(ada, 10_00n), { transactionId: cleared })
  const text = await paymentReference(ada)
  const { entries: today } = await importEntries(bank, grace, account, [{ amountCents: 9_99n, text }])
  await approved(ada, 11)
  const { entries: far } = await importEntries(bank, grace, account, [{ amountCents: 10_99n, text, bookedOn: later }])
  expect([...today, ...far]).toMatchObject([{ state: 'matched' }, { state: 'matched' }])
  expect((await match(far[0]?.id ?? '', { userId: ada.id })).json().state).toBe('booked')
})

describe('with a second person', () => {
  test('who is asked as well, if a deposit was credited since the first', async () => {
    const ada = await bank.person()
    const entry = await arrives(ada, 150_00n)
    expect((await match(entry, { userId: ada.id })).json()).toMatchObject({ waitsFor: 'second_person' })
    await approved(ada, 90)
    expect(refusalOf(await match(entry, { userId: ada.id }, hedy))).toMatchObject({ code: 'choose_deposit' })
    expect(await balanceOf(ada)).toBe(90_00n)
    expect((await hedy.call('POST', `/admin/bank-statements/lines/${entry}/undo`)).json().state).toBe('unmatched')
  })

  test('who confirms what the first has said', async () => {
    const ada = await bank.person()
    await approved(ada, 20)
    const entry = await arrives(ada, 151_00n)
    expect((await match(entry, { userId: ada.id, confirm: true })).json().waitsFor).toBe('second_person')
    expect((await match(entry, { userId: ada.id }, hedy)).json().state).toBe('booked')
    expect(await balanceOf(ada)).toBe(171_00n)
  })

  test('a deposit of another amount is declined by the first, and undoing leaves what arrived to be assigned', async () => {
    const ada = await bank.person()
    const claimed = await submit(ada, 152)
    const entry = await arrives(ada, 151_99n)
    expect((await match(entry, { transactionId: claimed, confirm: true })).json().waitsFor).toBe('second_person')
    expect(await statusOf(claimed)).toBe('Declined')
    await hedy.call('POST', `/admin/bank-statements/lines/${entry}/undo`)
    expect([(await detailsOf(entry)).state, await balanceOf(ada)]).toEqual(['unmatched', 0n])
  })
})

test('of approvals and bookings at once, none credits a wire twice', async () => {
  for (let cents = 1; cents <= 6; cents += 1) {
    const ada = await bank.person()
    const deposit = await submit(ada, 5)
    const entry = await arrives(ada, 5_00n - BigInt(cents % 3))
    await Promise.all([
      approve(deposit),
      ...[1, 2, 3].map(() => match(entry, { userId: ada.id })),
      match(entry, { transactionId: deposit }),
    ])
    // The deposit is approved once, on its receipt or by the entry of its amount.
    expect(await balanceOf(ada)).toBe(5_00n)
  }
})

describe('a deposit of 5.00 that is submitted after its statement entry of 4.99 was booked', () => {
  const setUp = async (cents = 4_99n, amount = 5) => {
    const ada = await bank.person()
    const entry = await arrives(ada, cents)
    const booked = (await match(entry, { userId: ada.id })).json()
    expect(booked).toMatchObject({ state: 'booked' })
    return { ada, made: booked.match.transactionId as string, deposit: await submit(ada, amount) }
  }

  test('is not approved on its receipt: staff are asked, and the customer can read that they saw it', async () => {
    const { ada, made, deposit } = await setUp()
    const response = await approve(deposit)
    expect(refusalOf(response)).toMatchObject({ status: 409, code: 'confirmation_needed' })
    expect(response.json().current).toMatchObject({
      score: 0,
      reasons: ['amount_differs', 'other_deposit'],
      deposits: [{ transactionId: made, amount: 4.99, status: 'Completed' }],
    })
    expect([await statusOf(deposit), await balanceOf(ada)]).toEqual(['Pending', 4_99n])
    const [seen] = await bank.sql`select 1 from access_log where person_id = ${ada.id} and staff_id = ${hedy.id}`
    expect(seen).toBeDefined()
  })

  test('is other money: approved because staff said so, which is in the audit log', async () => {
    const { ada, made, deposit } = await setUp()
    expect((await approve(deposit, { confirm: true })).json().status).toBe('Completed')
    expect(await balanceOf(ada)).toBe(9_99n)
    const [entry] = await bank.sql<{ after: { otherMoneyThan: string } }[]>`
      select after from audit where subject_id = ${ada.id} and action = 'transaction.approved' order by number desc limit 1`
    expect(entry?.after.otherMoneyThan).toBe(referenceOf(made))
  })

  test('each of two is asked who approve it', async () => {
    const { ada, made, deposit } = await setUp(4_99n, 200)
    expect(refusalOf(await approve(deposit))).toMatchObject({ code: 'confirmation_needed' })
    expect((await approve(deposit, { confirm: true })).json().status).toBe('Pending')
    expect(refusalOf(await approve(deposit, { by: grace }))).toMatchObject({ code: 'confirmation_needed' })
    expect((await approve(deposit, { by: grace, confirm: true })).json().status).toBe('Completed')
    expect(await balanceOf(ada)).toBe(204_99n)
    const said = await bank.sql<{ action: string; other: unknown }[]>`
      select action, after->>'otherMoneyThan' as other from audit
      where subject_id = ${ada.id} and before->>'transactionId' = ${deposit} order by number`
    const other = referenceOf(made)
    expect(said).toEqual([
      { action: 'transaction.proposed', other },
      { action: 'transaction.approved', other },
    ])
  })

  test('a retry with the same key is the same refusal, and with the answer another request', async () => {
    const { ada, deposit } = await setUp()
    const send = (confirm: object) =>
      hedy.call('POST', '/deposit/approve', {
        body: { transactionId: deposit, ...confirm },
        headers: { 'idempotency-key': `doubt-${deposit}` },
      })
    expect(refusalOf(await send({}))).toMatchObject({ code: 'confirmation_needed' })
    const again = await send({})
    expect([refusalOf(again).code, again.headers['idempotency-replayed']]).toEqual(['confirmation_needed', 'true'])
    expect(refusalOf(await send({ confirm: true }))).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await balanceOf(ada)).toBe(4_99n)
  })

  test('many approvals at once: none goes through without the answer, one with it', async () => {
    const { ada, deposit } = await setUp()
    const answers = await Promise.all(
      [{}, {}, { confirm: true as const }, {}, { confirm: true as const }].map((answer) => approve(deposit, answer)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await balanceOf(ada)).toBe(9_99n)
  })

  test('its entry, reversed, is no doubt any more', async () => {
    const { ada, made, deposit } = await setUp()
    const body = { transactionId: made, reason: 'Booked for the wrong person' }
    expect((await grace.call('POST', '/admin/reverse', { body })).statusCode).toBe(201)
    expect((await approve(deposit)).json().status).toBe('Completed')
    expect(await balanceOf(ada)).toBe(5_00n)
  })
})

test('an entry from before the window, or one that a deposit has cleared, is no doubt about a deposit', async () => {
  const ada = await bank.person()
  const text = await paymentReference(ada)
  const bookedOn = new Date(bank.now().getTime() - 46 * 86_400_000).toISOString().slice(0, 10)
  const { ids } = await importEntries(bank, grace, account, [{ amountCents: 12_00n, text, bookedOn }])
  expect((await match(ids[0] ?? '', { userId: ada.id })).json().state).toBe('booked')
  const claimed = await submit(ada, 13)
  expect((await match(await arrives(ada, 13_00n), { transactionId: claimed })).json().state).toBe('booked')
  await approved(ada, 14)
  expect(await balanceOf(ada)).toBe(39_00n)
})

test('a deposit made for an entry is not approved beside one that was credited since the first of two said what it is', async () => {
  const ada = await bank.person()
  const entry = await arrives(ada, 160_00n)
  const made = (await match(entry, { userId: ada.id })).json().match.transactionId
  await approved(ada, 90)
  expect(refusalOf(await approve(made))).toMatchObject({ code: 'confirmation_needed' })
  expect(await balanceOf(ada)).toBe(90_00n)
  expect((await approve(made, { confirm: true })).json().status).toBe('Completed')
})

test('of a booking and the approval of its deposit at once, none credits the wire twice', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ada = await bank.person()
    const entry = await arrives(ada, 5_00n - BigInt(round % 3))
    const [, deposit] = await Promise.all([match(entry, { userId: ada.id }), submit(ada, 5)])
    await Promise.all([approve(deposit), match(entry, { userId: ada.id }), approve(deposit)])
    expect(await balanceOf(ada)).toBeLessThanOrEqual(5_00n)
  }
})

describe('a wire of 60.00 that came back', () => {
  const sendBack = (transactionId: string, confirm = false) =>
    grace.call('POST', '/admin/return', { body: { transactionId, reason: 'No such account.', confirm } })

  test('is not credited again for the entry, after staff credited it', async () => {
    const ada = await bank.person({ balanceCents: 1_000_00n })
    const returned = (await sendBack(await sendWire(bank, ada, { amount: 60 }))).json()._id
    const entry = await arrives(ada, 60_00n)
    expect(await detailsOf(entry)).toMatchObject({ state: 'suggested' })
    const asked = await match(entry, { userId: ada.id })
    expect(refusalOf(asked)).toMatchObject({ status: 409, code: 'choose_deposit' })
    expect(asked.json().current.deposits).toMatchObject([{ transactionId: returned }])
    expect((await match(entry, { transactionId: returned, confirm: true })).statusCode).toBe(200)
    expect(await balanceOf(ada)).toBe(1_000_00n)
  })

  test('is not credited by staff without a question, after the entry was credited as a deposit', async () => {
    const ada = await bank.person({ balanceCents: 1_000_00n })
    const wire = await sendWire(bank, ada, { amount: 60 })
    expect((await match(await arrives(ada, 60_00n), { userId: ada.id })).statusCode).toBe(200)
    expect(refusalOf(await sendBack(wire))).toMatchObject({ status: 409, code: 'confirmation_needed' })
    expect(await balanceOf(ada)).toBe(1_000_00n)
    expect((await sendBack(wire, true)).statusCode).toBe(201)
  })
})
