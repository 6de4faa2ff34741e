import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { addPasskey } from '../../../test/factors.ts'
import { tally } from '../../../test/money.ts'
import { scheduled, scheduledPaymentsOf, sendDuring } from '../../../test/scheduled-payments.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n } })
const { today, inDays, form, run, runsOf, transfersOf, noticesOf } = scheduledPaymentsOf(bank)
const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().code]

async function payer() {
  const person = await bank.person({ balanceCents: 500_00n, pin: null })
  return { person, ...(await addPasskey(person)) }
}
type Payer = Awaited<ReturnType<typeof payer>>

const scheduleForm = (changed: Record<string, unknown> = {}) => {
  const { pin, ...fields } = form({ startOn: inDays(1), iban: 'DE89370400440532013000', swiftCode: '', ...changed })
  return fields
}

/** Signs what the form says, as a transfer or as a scheduled payment. */
async function sign({ person, authenticator }: Payer, fields: Record<string, unknown>, isScheduled = true) {
  const { startOn, every, until, accountId, name, ...payment } = fields
  const body = { ...payment, ...(isScheduled ? { order: { startOn, every, until } } : {}) }
  const response = await person.call('POST', '/transfer/authorisation', { body })
  expect(response.statusCode).toBe(200)
  const { authorisation: id, options } = response.json()
  return { id, response: authenticator.sign(options) }
}
const post = (person: Person, body: object) => person.call('POST', '/orders', { body })

describe('a passkey', () => {
  test('approves one scheduled payment without a PIN: payee, amount, message and schedule as signed, once', async () => {
    const ada = await payer()
    const signed = scheduleForm({ message: 'Rent' })
    const authorisation = await sign(ada, signed)
    for (const changed of [
      { amount: 100.01 },
      { accountNumber: '666' },
      { accountName: 'Mallory' },
      { iban: '' },
      { startOn: inDays(2) },
      { every: 'week' },
      { until: inDays(90) },
      { message: 'Mallory' },
      { message: undefined },
    ])
      expect(codeOf(await post(ada.person, { ...signed, ...changed, authorisation })), JSON.stringify(changed)).toEqual(
        [403, 'authorisation_mismatch'],
      )
    expect((await post(ada.person, { ...signed, authorisation })).statusCode).toBe(201)
    expect(codeOf(await post(ada.person, { ...signed, authorisation }))).toEqual([401, 'challenge_expired'])
    expect((await ada.person.call('GET', '/orders')).json()).toHaveLength(1)
  })

  test('that signed a transfer approves no scheduled payment, and the other way round', async () => {
    const ada = await payer()
    const { startOn, every, ...transfer } = scheduleForm() as Record<string, unknown>
    const forTransfer = await sign(ada, scheduleForm(), false)
    expect(codeOf(await post(ada.person, { ...scheduleForm(), authorisation: forTransfer }))).toEqual([
      403,
      'authorisation_mismatch',
    ])
    const forSchedule = await sign(ada, scheduleForm())
    const send = (authorisation: object) =>
      ada.person.call('POST', '/transfer', { body: { ...transfer, authorisation } })
    expect(codeOf(await send(forSchedule))).toEqual([403, 'authorisation_mismatch'])
    expect((await send(forTransfer)).statusCode).toBe(201)
    expect((await post(ada.person, { ...scheduleForm(), authorisation: forSchedule })).statusCode).toBe(201)
    expect([startOn, every]).toEqual([inDays(1), 'month'])
  })

  test('of another person approves nothing, and two at once make one scheduled payment', async () => {
    const [ada, eve] = [await payer(), await payer()]
    const authorisation = await sign(ada, scheduleForm())
    expect(codeOf(await post(eve.person, { ...scheduleForm(), authorisation }))).toEqual([401, 'challenge_expired'])
    const both = await Promise.all([1, 2].map(() => post(ada.person, { ...scheduleForm(), authorisation })))
    expect(tally(both)).toEqual({ 201: 1, '401 challenge_expired': 1 })
  })

  test('approves another amount of the same scheduled payment', async () => {
    const ada = await payer()
    const made: ScheduledPayment = (
      await post(ada.person, { ...scheduleForm(), authorisation: await sign(ada, scheduleForm()) })
    ).json()
    const patch = (amount: number, authorisation: object) =>
      ada.person.call('PATCH', `/orders/${made._id}`, { body: { amount, authorisation } })
    const authorisation = await sign(ada, scheduleForm({ amount: 450 }))
    expect(codeOf(await patch(499, authorisation))).toEqual([403, 'authorisation_mismatch'])
    expect((await patch(450, authorisation)).json()).toMatchObject({ amount: 450 })
    const told = await noticesOf(ada.person)
    expect(codeOf(await patch(499, authorisation))).toEqual([403, 'authorisation_mismatch'])
    // Repeated after a lost response: it was made, once.
    expect([(await patch(450, authorisation)).json(), await noticesOf(ada.person)]).toMatchObject([
      { amount: 450 },
      told,
    ])
    expect((await patch(460, await sign(ada, scheduleForm({ amount: 460 })))).statusCode).toBe(200)
    expect(codeOf(await patch(450, authorisation))).toEqual([401, 'challenge_expired'])
    expect(codeOf(await patch(450, await sign(ada, scheduleForm({ amount: 450 }), false)))).toEqual([
      403,
      'authorisation_mismatch',
    ])
  })
})

test('a passkey that signed the former message does not approve another amount with the message of now', async () => {
  const ada = await payer()
  const made: ScheduledPayment = (
    await post(ada.person, { ...scheduleForm(), authorisation: await sign(ada, scheduleForm()) })
  ).json()
  const authorisation = await sign(ada, scheduleForm({ amount: 450 }))
  const response = await sendDuring(
    bank,
    (tx) => tx`update orders set message = 'Flat 14', authorisation_id = null where id = ${made._id}`,
    () => ada.person.call('PATCH', `/orders/${made._id}`, { body: { amount: 450, authorisation } }),
  )
  expect(codeOf(response)).toEqual([403, 'authorisation_mismatch'])
  expect(await bank.sql`select amount, message from orders where id = ${made._id}`).toEqual([
    { amount: 100_00n, message: 'Flat 14' },
  ])
})

describe('a scheduled payment inside the bank', () => {
  test('is completed at once for a payee who was paid before, and waits for staff the first time', async () => {
    const [ada, ben, teller] = [
      await bank.person({ balanceCents: 5_000_00n }),
      await bank.person(),
      await bank.person({ role: 'Teller' }),
    ]
    const accountNumber = await ben.accountNumber()
    const first = await scheduled(ada, form({ accountNumber, every: 'once', amount: 50 }))
    await run()
    expect(await transfersOf(ada)).toMatchObject([{ amount: -50_00n, status: 'Pending', method: 'internal' }])
    const [{ transactionId }] = (await ada.call('GET', `/orders/${first._id}/runs`)).json()
    await bank.ledger.submit(commandsOf(bank).approve(teller, transactionId))
    await scheduled(ada, form({ accountNumber, amount: 60 }))
    await scheduled(ada, form({ accountNumber, amount: 100.01 }))
    await run()
    expect((await transfersOf(ada)).map(({ amount, status }) => [amount, status]).sort()).toEqual([
      [-100_01n, 'Pending'],
      [-50_00n, 'Completed'],
      [-60_00n, 'Completed'],
    ])
    expect(await ben.balance()).toEqual({ availableCents: 110_00n, heldCents: 0n })
    const told = await bank.sql`select kind from outbox where person_id = ${ada.id} and kind = 'transfer.completed'`
    expect(told).toHaveLength(1)
  })
})

describe('the actor of scheduled payments', () => {
  const runCommand = (person: Person, scheduledPaymentId: string, changed: object = {}) => {
    const { auditId: _, ...base } = { ...commandsOf(bank).transfer(person, 100_00n), auditId: '' }
    return { ...base, kind: 'run_scheduled_payment', scheduledPaymentId, dueOn: today(), ...changed } as never
  }
  const job = (personId: string) => ({ actor: { kind: 'system', job: 'run_scheduled_payments', personId } })

  test('a session can’t run a scheduled payment, and the job only runs what is due, for its owner', async () => {
    const [ada, eve] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ balanceCents: 500_00n })]
    const { _id, accountNumber } = await scheduled(ada, form({ startOn: inDays(1) }))
    const counterparty = { name: 'x', accountNumber, bankName: 'x', iban: '', swiftCode: '' }
    const submit = (command: never) => bank.ledger.submit(command)
    for (const [command, code] of [
      [runCommand(ada, _id, { counterparty }), 'forbidden'],
      [runCommand(ada, _id, { ...job(eve.id), counterparty }), 'not_found'],
      [runCommand(ada, _id, { ...job(ada.id), counterparty: { ...counterparty, accountNumber: '666' } }), 'not_found'],
      [runCommand(ada, _id, { ...job(ada.id), counterparty }), 'already_decided'],
      [runCommand(ada, _id, { ...job(ada.id), counterparty, dueOn: inDays(1) }), 'already_decided'],
      [runCommand(ada, eve.id, { ...job(ada.id), counterparty }), 'not_found'],
    ] as [never, string][])
      expect(await submit(command)).toMatchObject({ ok: false, code })
    expect([await runsOf(_id), await transfersOf(ada), await transfersOf(eve)]).toEqual([[], [], []])
  })

  test('the database lets no server change when a scheduled payment pays, or remove a run', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form())
    await run()
    const denied = { code: '42501' }
    await expect(bank.sql`update orders set start_on = ${today()} where id = ${_id}`).rejects.toMatchObject(denied)
    await expect(bank.sql`delete from order_runs where order_id = ${_id}`).rejects.toMatchObject(denied)
    await expect(bank.sql`delete from orders where id = ${_id}`).rejects.toMatchObject(denied)
    const again = bank.sql`
      insert into order_runs (order_id, due_on, status, tries, reason, amount, tried_at)
      select order_id, due_on, 'skipped', 1, 'stopped', amount, tried_at from order_runs where order_id = ${_id}`
    await expect(again).rejects.toMatchObject({ code: '23505' })
  })
})
