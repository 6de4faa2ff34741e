import { spawnSync } from 'node:child_process'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, tally } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import { sendWire, submitWire } from '../../../test/wires.ts'
import { makePaymentRun, markRunSent } from '../../ledger/make-payment-run.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
})

const SCHEMA = new URL('../../../test/iso20022/pain.001.001.09.xsd', import.meta.url).pathname
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0
const validate = (xml: string) =>
  spawnSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, '-'], { input: xml, encoding: 'utf8' })

const collect = (by = admin, body?: object) => by.call('POST', '/admin/payment-runs', body ? { body } : {})
const fileOf = (runId: string, format = 'pain001', by = admin) =>
  by.call('GET', `/admin/payment-runs/${runId}/file`, { query: { format } })
const paymentsOf = async (runId: string) =>
  (await admin.call('GET', `/admin/payment-runs/${runId}`)).json().payments as { transactionId: string }[]
const approve = (id: string) =>
  bank.person({ role: 'Teller' }).then((by) => by.call('POST', '/deposit/approve', { body: { transactionId: id } }))
const reverse = async (transactionId: string, by?: Person) =>
  (by ?? (await bank.person({ role: 'Teller' }))).call('POST', '/admin/reverse', {
    body: { transactionId, reason: 'Sent twice' },
  })
const collectAll = async () => {
  const response = await collect()
  expect([201, 409]).toContain(response.statusCode)
}
let external: Promise<string> | undefined
/** The only one that the bank has. */
const externalAccount = () => {
  external ??= addExternalAccount(admin, 'DE89370400440532013000')
  return external
}
const rich = (fullName = 'Ada Example') => bank.person({ fullName, balanceCents: 10_000_00n })

describe('a payment run', () => {
  test('collects approved wires only, each once, without a body', async () => {
    await collectAll()
    await bank.owner`update settings set account_number = '4410077123', account_name = 'Fable Bank Deposits'`
    const [ada, ben] = [await rich(), await rich('Ben Example')]
    const sent = [await sendWire(bank, ada, { amount: 120.5 }), await sendWire(bank, ben, { amount: 30 })]
    // Not: pending, declined, inside the bank, reversed, and a deposit.
    await submitWire(ada)
    const declined = await submitWire(ada)
    const teller = await bank.person({ role: 'Teller' })
    await teller.call('POST', '/deposit/decline', { body: { transactionId: declined } })
    await approve(await submitWire(ada, { accountNumber: await ben.accountNumber() }))
    const undone = await sendWire(bank, ada, { amount: 7 })
    expect((await reverse(undone)).statusCode).toBe(201)

    const response = await collect()
    const [before] = await bank.sql<{ number: bigint }[]>`select max(number) - 1 as number from payment_runs`
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      _id: expect.any(String),
      number: Number(before?.number) + 1,
      count: 2,
      total: 150.5,
      createdAt: expect.any(String),
      createdBy: { _id: admin.id, fullName: 'Grace Admin' },
      state: 'open',
      sentAt: null,
      sentBy: null,
      paidFrom: { name: 'Fable Bank Deposits', number: '4410077123' },
      account: { _id: null, name: 'Fable Bank Deposits', number: '4410077123' },
      executeOn: expect.stringMatching(/^2\d{3}-\d\d-\d\d$/),
      downloadedAt: null,
      cancelledAt: null,
      cancelledBy: null,
    })
    const { _id: runId } = response.json()
    expect((await paymentsOf(runId)).map(({ transactionId }) => transactionId)).toEqual(sent)
    const [first] = await paymentsOf(runId)
    expect(first).toMatchObject({ amount: 120.5, accountName: 'Grace Example', returnedBy: null })
    expect(refusalOf(await collect())).toEqual({
      status: 409,
      code: 'nothing_to_pay',
      message: 'There is nothing to pay: every approved wire was paid out.',
    })
    expect(
      await bank.sql`select action, after from audit where actor_id = ${admin.id} order by number desc limit 1`,
    ).toEqual([
      {
        action: 'payment_run.created',
        after: expect.objectContaining({ runId, count: 2, totalCents: '15050' }),
      },
    ])
  })

  test('is listed newest first in pages, and marked as sent once', async () => {
    const ada = await rich()
    const made: string[] = []
    for (const amount of [1, 2, 3]) {
      await sendWire(bank, ada, { amount })
      made.unshift((await collect()).json()._id)
    }
    const page = await admin.call('GET', '/admin/payment-runs', { query: { limit: '2' } })
    expect(page.json().map(({ _id }: { _id: string }) => _id)).toEqual(made.slice(0, 2))
    const next = /<\/api([^>]*)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await admin.call('GET', next)).json()[0]._id).toBe(made[2])

    const other = await bank.person({ role: 'Admin' })
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => other.call('POST', `/admin/payment-runs/${made[0]}/sent`)),
    )
    expect(new Set(sent.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(sent[0]?.json()).toMatchObject({ state: 'sent', sentBy: { _id: other.id } })
    expect((await admin.call('POST', `/admin/payment-runs/${made[0]}/sent`)).json().sentBy._id).toBe(other.id)
    const entries =
      await bank.sql`select 1 from audit where action = 'payment_run.sent' and after ->> 'runId' = ${made[0] ?? ''}`
    expect(entries).toHaveLength(1)
    for (const path of ['', '/file', '/sent']) {
      const response = await admin.call(path === '/sent' ? 'POST' : 'GET', `/admin/payment-runs/${newId()}${path}`)
      expect(refusalOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('is made once for a key, whatever arrives at the same moment; another request with the key is refused', async () => {
    await collectAll()
    const send = (key: string, body?: object, by = admin) =>
      by.call('POST', '/admin/payment-runs', { ...(body ? { body } : {}), headers: { 'idempotency-key': key } })
    const empty = [await send('nothing'), await send('nothing')]
    expect(empty.map(({ statusCode, headers }) => [statusCode, headers['idempotency-replayed']])).toEqual([
      [409, undefined],
      [409, 'true'],
    ])
    const ada = await rich()
    await sendWire(bank, ada, { amount: 5 })
    // The first answer again, although there is something to pay now.
    expect(refusalOf(await send('nothing'))).toMatchObject({ status: 409, code: 'nothing_to_pay' })
    const sent = await Promise.all(Array.from({ length: 6 }, () => send('once')))
    expect(new Set(sent.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(sent.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(5)
    const { _id: runId, number } = sent[0]?.json() ?? {}

    await sendWire(bank, ada, { amount: 6 })
    await admin.call('POST', `/admin/payment-runs/${runId}/sent`)
    const again = await send('once')
    expect([again.statusCode, again.json()]).toMatchObject([201, { _id: runId, state: 'sent', count: 1 }])
    for (const body of [{}, { outsideAccountId: newId() }])
      expect(refusalOf(await send('once', body))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    // Keys belong to a person, and refused or repeated requests use up no number.
    const other = await send('once', undefined, await bank.person({ role: 'Admin' }))
    expect([other.statusCode, other.json()]).toMatchObject([201, { number: number + 1, count: 1, total: 6 }])
    expect(
      await bank.sql`select 1 from audit where action = 'payment_run.created' and after ->> 'runId' = ${runId}`,
    ).toHaveLength(1)
  })
})

describe('the file', () => {
  test('is valid and has the same bytes after everything around it changed', async () => {
    await collectAll()
    const ada = await rich('Zoë Łukasz 李雷 <b>')
    const references: string[] = []
    for (const form of [
      { amount: 120.5, accountName: 'Müller & Söhne', iban: 'DE89 3704 0044 0532 0130 00', swiftCode: 'COBADEFF' },
      { amount: 0.01, accountName: '李雷', accountNumber: 'GB82 WEST 1234 5698 7654 32', message: 'Für <März> & =1+1' },
      { amount: 99.99, accountName: '***', bankName: '***', message: 'RF52 1234 5678 97' },
    ]) {
      const id = await sendWire(bank, ada, form)
      const [row] = await bank.sql<{ reference: string }[]>`select reference from transactions where id = ${id}`
      references.push(row?.reference ?? '')
    }
    const run = (await collect()).json()
    const files = async () => [(await fileOf(run._id)).body, (await fileOf(run._id, 'csv')).body]
    const [xml = '', csv = ''] = await files()
    if (hasXmllint) expect(validate(xml)).toMatchObject({ status: 0 })
    expect([...xml.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, id]) => id)).toEqual(references)
    expect(xml).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>220.50</CtrlSum>')
    expect(xml).toContain('<UltmtDbtr><Nm>Zoe Lukasz LiLei b</Nm></UltmtDbtr>')
    expect(xml).toContain('<IBAN>DE89370400440532013000</IBAN>')
    expect(xml).toContain('<IBAN>GB82WEST12345698765432</IBAN>')
    const remittance = [references[0], 'Fur Marz 1+1', `${references[2]} RF52 1234 5678 97`]
    expect([...xml.matchAll(/<Ustrd>(.*?)<\/Ustrd>/g)].map(([, text]) => text)).toEqual(remittance)
    expect(csv).toContain('Müller & Söhne')
    expect(csv).toContain('Für <März> & =1+1')

    await bank.owner`update people set full_name = 'Another Name' where id = ${ada.id}`
    await bank.owner`update settings set account_number = '1', account_name = 'Other'`
    await bank.owner`update outside_accounts set name = 'Other'`
    await admin.call('POST', `/admin/payment-runs/${run._id}/sent`)
    const auditor = await bank.person({ role: 'Auditor' })
    expect(await files()).toEqual([xml, csv])
    expect((await fileOf(run._id, 'pain001', auditor)).body).toBe(xml)
  })

  test('leaves out SWIFT codes that its schema refuses, and normalises the others', async () => {
    await collectAll()
    const ada = await rich()
    for (const swift of ['coba de ff', 'COBADEFF XXX', 'COBADE', 'ÇOBADEFF', '1234DEFF', 'COBA12FF', 'COBADEFFXX<'])
      await bank.owner`update transactions set party_swift = ${swift}, party_iban = 'de89 3704-0044 0532 0130 00'
        where id = ${await sendWire(bank, ada, { amount: 1 })}`
    const xml = (await fileOf((await collect()).json()._id)).body
    if (hasXmllint) expect(validate(xml)).toMatchObject({ status: 0 })
    const bics = [...xml.matchAll(/<BICFI>(.*?)<\/BICFI>/g)].map(([, bic]) => bic)
    expect(bics.slice(0, 2)).toEqual(['COBADEFF', 'COBADEFFXXX'])
    expect(bics.filter((bic) => !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic ?? ''))).toEqual([])
    expect(xml.match(/<IBAN>DE89370400440532013000<\/IBAN>/g)).toHaveLength(7)
  })

  test('in CSV is no formula, and downloads are in the audit log and the access log', async () => {
    const ada = await rich('=HYPERLINK("x")')
    const wire = await sendWire(bank, ada, { accountName: '=1+1', bankName: '@SUM(A1)' })
    await bank.owner`update transactions set party_account = '+49' where id = ${wire}`
    const run = (await collect()).json()
    const response = await fileOf(run._id, 'csv')
    const [, row = ''] = response.body.split('\r\n')
    expect(row).toContain(`"'=1+1","'+49","'@SUM(A1)",,,"'=HYPERLINK(""x"")"`)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="payment-run-${run.number}.csv"`,
    })
    expect(await bank.sql`select after from audit where actor_id = ${admin.id} order by number desc limit 1`).toEqual([
      { after: { runId: run._id, number: run.number, format: 'csv' } },
    ])
    expect(await bank.sql`select what from access_log where person_id = ${ada.id}`).toContainEqual({
      what: 'transactions.exported',
    })
    expect(refusalOf(await fileOf(run._id, 'xls'))).toMatchObject({ status: 400 })
  })
})

describe('with statements of the external bank, a run', () => {
  test('pays back credits that were returned, once, under the reference that clears them', async () => {
    await collectAll()
    const account = await externalAccount()
    const imported = await importEntries(bank, admin, account, [
      {
        amountCents: 9_99n,
        counterpartyName: 'Zoë Payer',
        counterpartyNumber: 'DE89370400440532013000',
        endToEndId: 'E2E-1',
      },
      { amountCents: 5_00n, counterpartyName: 'Without account' },
      { amountCents: 6_00n, counterpartyNumber: '123' },
    ])
    const [paid = '', unknown = '', unreturned = ''] = imported.ids
    for (const id of [paid, unknown]) {
      const path = `/admin/bank-statements/lines/${id}/return`
      expect((await admin.call('POST', path, { body: { reason: 'Nobody’s money' } })).statusCode).toBe(200)
    }
    await sendWire(bank, await rich(), { amount: 1 })
    const run = (await collect()).json()
    expect([run.count, run.total]).toEqual([2, 10.99])
    const [, payment] = (await admin.call('GET', `/admin/payment-runs/${run._id}`)).json().payments
    expect(payment).toMatchObject({ transactionId: null, amount: 9.99, accountName: 'Zoë Payer', returnedBy: null })
    const xml = (await fileOf(run._id)).body
    if (hasXmllint) expect(validate(xml)).toMatchObject({ status: 0 })
    expect(xml).toContain('<Ustrd>Return E2E-1</Ustrd>')
    expect(refusalOf(await collect())).toMatchObject({ code: 'nothing_to_pay' })
    const cleared = await importEntries(bank, admin, account, [{ amountCents: -9_99n, endToEndId: payment.reference }])
    expect(cleared.entries).toMatchObject([{ state: 'booked' }])
    expect(await bank.sql`select state from bank_statement_lines where id = ${unreturned}`).toEqual([
      { state: 'unmatched' },
    ])
  })

  test('leaves out what was paid by hand, which can’t be reversed either', async () => {
    await collectAll()
    const account = await externalAccount()
    const id = await sendWire(bank, await rich(), { amount: 4 })
    const [wire] = await bank.sql<{ reference: string }[]>`select reference from transactions where id = ${id}`
    const { entries } = await importEntries(bank, admin, account, [
      { amountCents: -4_00n, endToEndId: wire?.reference ?? '' },
    ])
    expect(entries).toMatchObject([{ state: 'booked', transaction_id: id }])
    expect(refusalOf(await collect())).toMatchObject({ code: 'nothing_to_pay' })
    expect(refusalOf(await reverse(id))).toMatchObject({ status: 409, code: 'paid_out' })
  })
})

describe('attacks', () => {
  test('administrators who collect at once get each transfer once, and the others a refusal', async () => {
    await collectAll()
    const people = await Promise.all(Array.from({ length: 6 }, () => rich()))
    const sent = await Promise.all(people.map((person) => sendWire(bank, person, { amount: 5 })))
    const admins = await Promise.all(Array.from({ length: 5 }, () => bank.person({ role: 'Admin' })))
    const responses = await Promise.all(admins.map((by) => collect(by)))
    expect(tally(responses)).toEqual({ '201': 1, '409 nothing_to_pay': 4 })
    const rows = await bank.sql`select transaction_id from run_payments where transaction_id = any(${sent}::uuid[])`
    expect(rows).toHaveLength(6)
    const numbers = await bank.sql<{ number: bigint }[]>`select number from payment_runs order by number`
    expect(numbers.map(({ number }) => Number(number))).toEqual(numbers.map((_, index) => index + 1))
  })

  test('a transfer is reversed or in a run, never both, when both are asked for at once', async () => {
    for (let round = 0; round < 6; round++) {
      const ids = await Promise.all([1, 2, 3].map(async () => sendWire(bank, await rich(), { amount: 5 })))
      const [run, ...reversals] = await Promise.all([
        collect(),
        ...ids.map(async (id) => {
          // Each time a little later.
          for (let step = 0; step < 2 * round; step++) await bank.sql`select 1`
          return reverse(id)
        }),
      ])
      const reversed = reversals.filter(({ statusCode }) => statusCode === 201).length
      const paid = await bank.sql`select 1 from run_payments where transaction_id = any(${ids}::uuid[])`
      expect(paid.length + reversed).toBe(run?.statusCode === 201 ? 3 : reversed)
      await collectAll()
    }
    const id = await sendWire(bank, await rich(), { amount: 5 })
    await collectAll()
    expect(refusalOf(await reverse(id))).toEqual({
      status: 409,
      code: 'paid_out',
      message: 'This transfer was paid out and can’t be reversed. If the money comes back, return it.',
    })
  })

  test('the wires of a frozen customer wait until they are Active again; those of a closed one are paid', async () => {
    await collectAll()
    const [ada, ben] = [await rich(), await bank.person({ balanceCents: 6_00n })]
    const [frozen, closed] = [await sendWire(bank, ada, { amount: 5 }), await sendWire(bank, ben, { amount: 6 })]
    await bank.owner`update people set status = 'Frozen' where id = ${ada.id}`
    const closing = { userId: ben.id, updates: { status: 'Closed' }, reason: 'Asked for it' }
    expect((await admin.call('PATCH', '/admin/user', { body: closing })).statusCode).toBe(200)
    expect(await paymentsOf((await collect()).json()._id)).toMatchObject([{ transactionId: closed }])
    await bank.owner`update people set status = 'Active' where id = ${ada.id}`
    expect(await paymentsOf((await collect()).json()._id)).toMatchObject([{ transactionId: frozen }])
  })

  test('an administrator who is made a Teller meanwhile neither makes nor sends a run', async () => {
    await sendWire(bank, await rich(), { amount: 5 })
    const mallory = await bank.person({ role: 'Teller' })
    const staff = { actorId: mallory.id, at: bank.now(), requestId: 'test' }
    const run = { id: newId(), currency: 'USD', executeOn: '2026-01-05', initiator: 'x' }
    const debtor = { name: 'x', number: '1', externalAccountId: null }
    const plan = async () => ({ ...run, debtor, digest: null })
    await expect(makePaymentRun(bank.sql, staff, plan)).rejects.toMatchObject({ code: 'forbidden' })
    const made = (await collect()).json()
    await expect(markRunSent(bank.sql, staff, { id: made._id, number: made.number })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await admin.call('GET', `/admin/payment-runs/${made._id}`)).json().state).toBe('open')
  })

  test('only an administrator makes and sends runs, an auditor reads them, and no one else', async () => {
    const id = await sendWire(bank, await rich(), { amount: 5 })
    for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const) {
      const person = await bank.person({ role })
      for (const [method, path, body] of [
        ['POST', '/admin/payment-runs', undefined],
        ['POST', '/admin/payment-runs/preview', undefined],
        ['POST', `/admin/payment-runs/${newId()}/sent`, undefined],
        ['POST', `/admin/payment-runs/${newId()}/cancel`, undefined],
        ['POST', '/admin/payment-runs/status', undefined],
        ['POST', '/admin/return', { transactionId: id, reason: 'x' }],
      ] as const)
        expect(refusalOf(await person.call(method, path, body ? { body } : {}))).toMatchObject({ status: 403 })
      const read = await person.call('GET', '/admin/payment-runs')
      expect(read.statusCode).toBe(role === 'Auditor' ? 200 : 403)
    }
    await collectAll()
  })

  test('the database keeps a transfer in one run, and no one changes what a run paid', async () => {
    await sendWire(bank, await rich(), { amount: 5 })
    const run = (await collect()).json()
    const again = bank.owner`
      insert into run_payments select run_id, place + 1, transaction_id, line_id, end_to_end_id, amount, payer_name, party_name,
        party_account, party_bank, party_iban, party_swift, remittance from run_payments where run_id = ${run._id}`
    await expect(again).rejects.toMatchObject({ constraint: 'run_payments_transaction_id_key' })
    for (const change of [
      bank.sql`update run_payments set amount = 1 where run_id = ${run._id}`,
      bank.sql`update payment_runs set total = 1 where id = ${run._id}`,
    ])
      await expect(change).rejects.toThrow('permission denied')
    // Payments leave a cancelled run only.
    expect((await bank.sql`delete from run_payments where run_id = ${run._id}`).count).toBe(0)
  })
})

test('a bank that paid wires by hand before it had payment runs does not pay them again', async () => {
  await collectAll()
  const before = await sendWire(bank, await rich(), { amount: 5 })
  await bank.owner`update payment_run_counter set since = ${bank.now()}`
  expect(refusalOf(await collect())).toMatchObject({ code: 'nothing_to_pay' })
  expect(
    (await admin.call('POST', '/admin/return', { body: { transactionId: before, reason: 'Closed' } })).statusCode,
  ).toBe(201)
  await bank.owner`update payment_run_counter set since = '-infinity'`
  expect(refusalOf(await collect())).toMatchObject({ code: 'nothing_to_pay' })
})
