import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import { sendWire, submitWire } from '../../../test/wires.ts'
import { deleteOldPreviews } from './previews-store.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let admin: Person
let other: Person
let account: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  other = await bank.person({ role: 'Admin' })
  account = await addExternalAccount(admin, 'DE89370400440532013000')
})

const RUNS = '/admin/payment-runs'
const show = (body?: object, by = admin) => by.call('POST', `${RUNS}/preview`, body ? { body } : {})
const make = (body?: object, by = admin, key?: string) =>
  by.call('POST', RUNS, { ...(body ? { body } : {}), headers: key ? { 'idempotency-key': key } : {} })
const cancel = (id: string, body?: object, by = admin) => by.call('POST', `${RUNS}/${id}/cancel`, body ? { body } : {})
const markSent = (id: string, by = admin) => by.call('POST', `${RUNS}/${id}/sent`)
const read = async (id: string) => (await admin.call('GET', `${RUNS}/${id}`)).json()
const file = (id: string, format = 'pain001') => admin.call('GET', `${RUNS}/${id}/file`, { query: { format } })
const rich = (fullName = 'Ada Example') => bank.person({ fullName, balanceCents: 10_000_00n })
const setStatus = (person: Person, status: string) =>
  bank.owner`update people set status = ${status} where id = ${person.id}`
const idsOf = ({ payments }: { payments: { transactionId: string }[] }) =>
  payments.map(({ transactionId }) => transactionId)
async function sendLargeWire(from: Person): Promise<string> {
  const id = await submitWire(from, { amount: 150 })
  for (const role of ['Admin', 'Admin'] as const) {
    const by = await bank.person({ role })
    expect((await by.call('POST', '/deposit/approve', { body: { transactionId: id } })).statusCode).toBe(200)
  }
  return id
}
const clear = async () => {
  const { statusCode } = await make()
  expect([201, 409]).toContain(statusCode)
}

describe('a preview', () => {
  test('is what the run and its file contain, with what is withheld and why; nothing is changed', async () => {
    const [ada, ben, cid, dan, eve] = await Promise.all(['Ada A', 'Ben B', 'Cid C', 'Dan D', 'Eve E'].map(rich))
    if (!ada || !ben || !cid || !dan || !eve) throw new Error('Five people')
    const paid = [await sendWire(bank, ada, { amount: 12.5 }), await sendWire(bank, ada, { amount: 30 })]
    const frozen = await sendWire(bank, ben, { amount: 14.99 })
    const nowhere = await sendWire(bank, eve, { amount: 2 })
    await bank.owner`update transactions set party_account = '///', party_iban = '' where id = ${nowhere}`
    await setStatus(ben, 'Frozen')
    // Above the limit, a reversal and a return wait for a second person.
    const [reversed, returned] = [await sendLargeWire(cid), await sendLargeWire(dan)]
    const teller = await bank.person({ role: 'Teller' })
    for (const [by, path, transactionId] of [
      [teller, '/admin/reverse', reversed],
      [admin, '/admin/return', returned],
    ] as const) {
      const proposed = await by.call('POST', path, { body: { transactionId, reason: 'Sent twice' } })
      expect(proposed.json()).toMatchObject({ status: 'Pending' })
    }
    const { ids } = await importEntries(bank, admin, account, [{ amountCents: 5_00n }])
    const back = `/admin/bank-statements/lines/${ids[0]}/return`
    expect((await admin.call('POST', back, { body: { reason: 'Nobody’s money' } })).statusCode).toBe(200)

    const before = await databaseFingerprint(bank)
    const response = await show()
    expect(response.statusCode).toBe(200)
    const unchanged = { sessions: '', payment_run_previews: '', access_log: '' }
    expect({ ...(await databaseFingerprint(bank)), ...unchanged }).toEqual({ ...before, ...unchanged })
    const preview = response.json()
    expect(preview).toMatchObject({ account: { _id: account, name: 'Outside', number: 'DE89370400440532013000' } })
    const reasons = Object.fromEntries(
      preview.withheld.map(({ transactionId, reason }: { transactionId: string; reason: string }) => [
        transactionId,
        reason,
      ]),
    )
    expect(reasons).toEqual({
      [frozen]: 'customer_frozen',
      [nowhere]: 'no_account',
      [reversed]: 'reversal_pending',
      [returned]: 'return_pending',
      null: 'no_account',
    })
    expect([idsOf(preview), preview.count, preview.total]).toEqual([paid, 2, 42.5])
    expect(await bank.sql`select 1 from access_log where person_id = ${ben.id} and what = 'list.viewed'`).toHaveLength(
      1,
    )

    const made = await make({ preview: preview._id }, other)
    expect(made.statusCode).toBe(201)
    const run = await read(made.json()._id)
    expect(run).toMatchObject({
      account: preview.account,
      executeOn: preview.executeOn,
      count: preview.count,
      total: preview.total,
      payments: preview.payments,
    })
    const xml = (await file(run._id)).body
    expect([...xml.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, id]) => id)).toEqual(
      preview.payments.map(({ reference }: { reference: string }) => reference),
    )
    expect(xml).toContain(`<ReqdExctnDt><Dt>${preview.executeOn}</Dt></ReqdExctnDt>`)
    expect(refusalOf(await make({ preview: preview._id }))).toMatchObject({ status: 409, code: 'changed' })
    await setStatus(ben, 'Active')
    await bank.owner`update transactions set party_account = '1' where id = ${nowhere}`
    await clear()
  })

  test.each<[string, (ada: Person, wire: string) => Promise<unknown>]>([
    ['one more wire', (ada) => sendWire(bank, ada, { amount: 3 })],
    ['a customer was frozen', (ada) => setStatus(ada, 'Frozen')],
    ['the payer has another name', (ada) => bank.owner`update people set full_name = 'Other' where id = ${ada.id}`],
    [
      'a reversal',
      async (_, wire) =>
        (await bank.person({ role: 'Teller' })).call('POST', '/admin/reverse', {
          body: { transactionId: wire, reason: 'x' },
        }),
    ],
    [
      'paid by hand, as a statement shows',
      async (_, wire) => {
        const [row] = await bank.sql<{ reference: string }[]>`select reference from transactions where id = ${wire}`
        await importEntries(bank, admin, account, [{ amountCents: -5_00n, endToEndId: row?.reference ?? '' }])
      },
    ],
    ['it has expired', () => bank.owner`update payment_run_previews set created_at = now() - interval '31 minutes'`],
    ['the account is another one', () => bank.owner`update payment_run_previews set debtor_number = '7'`],
    ['the day is over', () => bank.owner`update payment_run_previews set execute_on = current_date - 2`],
  ])('that is outdated makes no run: %s', async (_, change) => {
    await clear()
    const ada = await rich()
    const wire = await sendWire(bank, ada, { amount: 5 })
    const preview = (await show()).json()
    expect(idsOf(preview)).toEqual([wire])
    await change(ada, wire)
    const runs = await bank.sql`select count(*) from payment_runs`
    expect(refusalOf(await make({ preview: preview._id }))).toMatchObject({ status: 409, code: 'changed' })
    expect(await bank.sql`select count(*) from payment_runs`).toEqual(runs)
  })

  test('makes one run for ten clerks, and the same answer for one key', async () => {
    await clear()
    const wire = await sendWire(bank, await rich(), { amount: 5 })
    const preview = (await show({ executeOn: dayFromNow(3) })).json()._id
    const clerks = await Promise.all(Array.from({ length: 10 }, (_, at) => make({ preview }, at % 2 ? admin : other)))
    expect(tally(clerks)).toEqual({ '201': 1, '409 changed': 9 })
    const made = clerks.find(({ statusCode }) => statusCode === 201)?.json()
    expect(made).toMatchObject({ count: 1, total: 5, executeOn: dayFromNow(3) })
    expect((await cancel(made._id)).statusCode).toBe(200)
    const again = (await show()).json()
    expect(idsOf(again)).toEqual([wire])
    const key = newId()
    const same = await Promise.all(Array.from({ length: 5 }, () => make({ preview: again._id }, admin, key)))
    expect(new Set(same.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(refusalOf(await make({ preview: newId() }, admin, key))).toMatchObject({ code: 'idempotency_key_reused' })
    // A refusal is kept under its key, too.
    const late = newId()
    for (const _ of [1, 2])
      expect(refusalOf(await make({ preview: again._id }, admin, late))).toMatchObject({ code: 'changed' })
  })

  test('of nothing says so, bad values are refused, and old ones are deleted', async () => {
    await clear()
    const empty = (await show()).json()
    expect(empty).toMatchObject({ count: 0, total: 0, payments: [] })
    expect(refusalOf(await make({ preview: empty._id }))).toMatchObject({ status: 409, code: 'nothing_to_pay' })
    expect(refusalOf(await make({ preview: newId() }))).toMatchObject({ status: 409, code: 'changed' })
    expect(refusalOf(await show({ executeOn: dayFromNow(-1) }))).toMatchObject(
      fieldError('executeOn', 'The day is in the past.'),
    )
    for (const body of [
      { executeOn: dayFromNow(400) },
      { executeOn: 'tomorrow' },
      { preview: newId() },
      { accountId: 7 },
    ])
      expect(refusalOf(await show(body))).toMatchObject({ status: 400, code: 'invalid' })
    expect(refusalOf(await show({ accountId: newId() }))).toMatchObject({ status: 404 })
    await bank.owner`update payment_run_previews set created_at = now() - interval '2 hours'`
    expect(await deleteOldPreviews(bank.sql, bank.sql`now() - interval '1 hour'`)).toBeGreaterThan(0)
  })
})

const dayFromNow = (days: number) => new Date(bank.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('a cancelled run', () => {
  test('frees its payments for the next one, has no file, and is never sent', async () => {
    await clear()
    const wires = [await sendWire(bank, await rich(), { amount: 5 }), await sendWire(bank, await rich(), { amount: 6 })]
    const made = (await make()).json()
    const response = await cancel(made._id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ state: 'cancelled', cancelledBy: { _id: admin.id }, count: 2, total: 11 })
    expect((await cancel(made._id, undefined, other)).json()).toEqual(response.json())
    const kept = await read(made._id)
    expect(idsOf(kept)).toEqual(wires)
    expect(kept.payments[0]).toMatchObject({ accountName: 'Grace Example', amount: 5 })
    for (const refused of [await file(made._id), await file(made._id, 'csv'), await markSent(made._id)])
      expect(refusalOf(refused)).toMatchObject({ status: 409, code: 'run_cancelled' })
    // Neither is it paid out: one can be reversed, the other is paid by the next run.
    const teller = await bank.person({ role: 'Teller' })
    const reversal = { transactionId: wires[1], reason: 'x' }
    expect((await teller.call('POST', '/admin/reverse', { body: reversal })).statusCode).toBe(201)
    const next = (await make()).json()
    expect([next.number, next.total]).toEqual([made.number + 1, 5])
    expect(
      await bank.sql`select action, after from audit where actor_id = ${admin.id} and action = 'payment_run.cancelled' order by number desc limit 1`,
    ).toEqual([
      { action: 'payment_run.cancelled', after: { runId: made._id, number: made.number, state: 'cancelled' } },
    ])
    await markSent(next._id)
    for (const body of [undefined, { confirm: true }])
      expect(refusalOf(await cancel(next._id, body))).toMatchObject({ status: 409, code: 'run_sent' })
    expect(refusalOf(await cancel(newId()))).toMatchObject({ status: 404 })
    expect(refusalOf(await cancel(next._id, { confirm: 'yes' }))).toMatchObject({ status: 400 })
  })

  test('asks first when its file was downloaded, by whomever; one that a statement shows can’t be cancelled', async () => {
    await clear()
    await sendWire(bank, await rich(), { amount: 5 })
    const made = (await make()).json()
    const auditor = await bank.person({ role: 'Auditor' })
    await auditor.call('GET', `${RUNS}/${made._id}/file`, { query: { format: 'csv' } })
    for (const body of [undefined, {}, { confirm: false }]) {
      const refused = await cancel(made._id, body)
      expect(refusalOf(refused)).toMatchObject({ status: 409, code: 'confirmation_needed' })
      expect(refused.json().current).toEqual({ downloadedAt: (await read(made._id)).downloadedAt })
    }
    expect((await cancel(made._id, { confirm: true })).json()).toMatchObject({ state: 'cancelled' })
    const [entry] =
      await bank.sql`select after from audit where action = 'payment_run.cancelled' and after ->> 'runId' = ${made._id}`
    expect(entry?.after).toMatchObject({ downloadedAt: expect.any(String) })

    const next = (await make()).json()
    const [payment] = (await read(next._id)).payments
    await importEntries(bank, admin, account, [{ amountCents: -5_00n, endToEndId: payment.reference }])
    expect(refusalOf(await cancel(next._id, { confirm: true }))).toMatchObject({ status: 409, code: 'run_sent' })
  })

  test('two clerks at once: it is sent or cancelled, downloaded or cancelled, and paid by one run', async () => {
    for (let round = 0; round < 5; round++) {
      await clear()
      const wire = await sendWire(bank, await rich(), { amount: 5 })
      const made = (await make()).json()
      const [sent, cancelled, ...next] = await Promise.all([
        markSent(made._id, other),
        cancel(made._id),
        make(undefined, other),
        round % 2 ? make() : file(made._id),
      ])
      const { state } = await read(made._id)
      expect([sent?.statusCode, cancelled?.statusCode]).toEqual(state === 'sent' ? [200, 409] : [409, 200])
      const living = await bank.sql`select run_id from run_payments where transaction_id = ${wire}`
      const made201 = next.filter(({ statusCode }) => statusCode === 201).length
      expect(living).toHaveLength(state === 'sent' ? 1 : made201)
    }
  })

  test('by one who was made a Teller a moment ago is refused', async () => {
    await clear()
    await sendWire(bank, await rich(), { amount: 5 })
    const made = (await make()).json()
    const mallory = await bank.person({ role: 'Admin' })
    expect((await mallory.call('GET', RUNS)).statusCode).toBe(200)
    await bank.owner`update people set role = 'Teller' where id = ${mallory.id}`
    expect(refusalOf(await cancel(made._id, undefined, mallory))).toMatchObject({ status: 403 })
    expect((await read(made._id)).state).toBe('open')
  })
})

test('a run is paid from the account that is named, or from the only one; of several, one must be named', async () => {
  const ada = await rich()
  const debtorOf = async (body?: object) => {
    await sendWire(bank, ada, { amount: 1 })
    const run = (await make(body)).json()
    expect([run.account._id, run.account.number]).toEqual([expect.any(String), run.paidFrom.number])
    return /<DbtrAcct>(.*)<\/DbtrAcct>/.exec((await file(run._id)).body)?.[1]
  }
  await clear()
  expect(await debtorOf()).toBe('<Id><IBAN>DE89370400440532013000</IBAN></Id>')
  const second = await addExternalAccount(admin, '0077-1')
  expect(await debtorOf({ outsideAccountId: second })).toBe('<Id><Othr><Id>00771</Id></Othr></Id>')
  expect(await debtorOf({ accountId: account })).toBe('<Id><IBAN>DE89370400440532013000</IBAN></Id>')
  await sendWire(bank, ada, { amount: 1 })
  for (const [path, body] of [
    ['outsideAccountId', undefined],
    ['outsideAccountId', {}],
    ['accountId', { accountId: account, outsideAccountId: second }],
    ['executeOn', { accountId: account, executeOn: '2999-01-01' }],
    ['executeOn', { accountId: account, executeOn: '2020-01-01' }],
    ['executeOn', { accountId: account, executeOn: '2027-02-29' }],
    ['preview', { accountId: account, preview: newId() }],
  ] as const) {
    const response = await make(body)
    expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
    expect(response.json().errors).toMatchObject([{ path }])
  }
  expect(refusalOf(await make({ outsideAccountId: newId() }))).toMatchObject({ status: 404 })
  expect(refusalOf(await make({ number: 7 }))).toMatchObject({ status: 400 })
})
